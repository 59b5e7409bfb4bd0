/** What an order's event tells, and that every event keeps to its own shape (docs/contract/events.md#events-that-go-out). */
import { describe, expect, it } from "vitest"
import { envelopeOf } from "../../../protocol/events/envelope.ts"
import { EVENTS, type EventType } from "../../../protocol/events/event-table.ts"
import { openApiWebhooks } from "../../../protocol/events/openapi-webhooks.ts"
import { orderEventData } from "../../../protocol/events/order-event.ts"
import { createOrder } from "../../../protocol/rules/orders/injection.ts"
import { projectOrder } from "../../../protocol/rules/orders/projection.ts"
import type { OrderInjection } from "../../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { orderBody } from "../../kit/order-bodies.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const validator = createValidator()

const STORE = {
  id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
  accountId: "acme",
  vendorId: "acme.ec.quito",
  code: "UIO-001",
  name: "Acme Amazonas",
  countryCode: "EC",
  currency: "USD",
  fiscal: {
    environment: "SANDBOX",
    gateway: true,
    provider: "sandbox",
    apiKey: "do-not-tell",
    numberingFailure: { action: "REFUND" },
    points: [{ side: "hub", establishment: "001", emissionPoint: "001", technicalKey: "do-not-tell", from: 1, to: 9 }],
  },
} as unknown as Store
const BRAZIL = { ...STORE, countryCode: "BR" } as Store

function order(over: Partial<OrderRecord> = {}): OrderRecord {
  const made = createOrder({
    injection: orderBody({ paid: "CASH", operatorUid: "ana" }) as unknown as OrderInjection,
    id: "01938f6e-8b2a-7000-8000-000000000001",
    tenant: { accountId: "acme", vendorId: "acme.ec.quito" },
    store: STORE,
    businessDayDate: "2026-11-21",
    now: NOW,
  })
  if ("refused" in made) throw new Error(made.message)
  return { ...made.order, ...over }
}

function faultsOf(type: EventType, data: object) {
  const event = { id: "evt_0123456789ab", type, version: 1, occurredAt: NOW }
  const { version, data: shape } = EVENTS[type]
  const whole = JSON.parse(JSON.stringify({ event, accountId: "acme", vendorId: "acme.ec.quito", data }))
  return validator.check(envelopeOf(type, version, shape), whole)
}

const INVOICED = {
  status: "authorized",
  countryCode: "BR",
  metadata: {
    chaveAcesso: "35".repeat(22),
    numero: "12",
    serie: "1",
    protocolo: "135",
    modelo: "65",
    pdfUrl: "https://x",
  },
}

describe("an order's event", () => {
  it("always has its promised fields: null while nothing fiscal was attempted", () => {
    const data = orderEventData({ order: order(), store: STORE })
    expect(data).toMatchObject({
      orderId: "01938f6e-8b2a-7000-8000-000000000001",
      fiscalRepresentation: null,
      lastKnown: { fiscal: null },
      payments: { metadata: { fiscal: null } },
      orderLines: [{ metadata: { fiscal: null } }],
      sequence: 1,
    })
    expect(faultsOf("order.completed", data)).toEqual([])
  })

  it("tells the store's fiscal configuration without its secrets", () => {
    const data = orderEventData({ order: order(), store: STORE })
    expect(data.store.storeFiscalConfig).toEqual({
      environment: "SANDBOX",
      gateway: true,
      provider: "sandbox",
      points: [{ side: "hub", establishment: "001", emissionPoint: "001" }],
    })
    expect(JSON.stringify(data)).not.toContain("do-not-tell")
    expect(orderEventData({ order: order(), store: null }).store.storeFiscalConfig).toBeNull()
  })

  it("keeps the cashier and a running refund to itself", () => {
    const data = orderEventData({ order: order(), store: STORE })
    expect(data).not.toHaveProperty("operatorUid")
    expect(data).not.toHaveProperty("cancelling")
  })

  it.each(["awaiting_payment", "not_issued"])("knows nothing fiscal while the status is %s", (status) => {
    const data = orderEventData({ order: order({ fiscal: { status } }), store: STORE })
    expect(data.lastKnown.fiscal).toBeNull()
  })

  it("tells the last status that was heard, and what told it", () => {
    const heard = (fiscal: OrderRecord["fiscal"]) =>
      orderEventData({ order: order({ fiscal }), store: STORE }).lastKnown.fiscal
    expect(heard({ status: "authorized" })).toEqual({ status: "authorized", sourceEvent: "fiscal.callback" })
    expect(heard({ status: "pending", sourceEvent: "order.injected" })).toEqual({
      status: "pending",
      sourceEvent: "order.injected",
    })
  })

  it("in Brazil lines and payments carry the document; elsewhere they carry null", () => {
    const data = orderEventData({ order: order({ fiscal: INVOICED }), store: BRAZIL })
    expect(data.payments.metadata.fiscal).toMatchObject({ status: "authorized", numero: "12", serie: "1" })
    expect(data.orderLines[0]?.metadata.fiscal).toEqual(data.payments.metadata.fiscal)
    expect(faultsOf("order.completed", data)).toEqual([])
    const before = orderEventData({ order: order(), store: BRAZIL })
    // The words for "no document" are never sent in an event (docs/contract/fiscal.md#fiscal-states); the keys stand there, empty.
    expect(before.payments.metadata.fiscal).toMatchObject({ status: null, chaveAcesso: null })
    expect(faultsOf("order.completed", before)).toEqual([])
  })

  it("order.invoiced and order.reversed carry the document's references", () => {
    for (const type of ["order.invoiced", "order.reversed"] as const) {
      const data = orderEventData({ order: order({ fiscal: INVOICED }), store: BRAZIL })
      expect(data.fiscal).toMatchObject(INVOICED)
      expect(faultsOf(type, data)).toEqual([])
      expect(faultsOf(type, { ...data, fiscal: null })).not.toEqual([])
    }
  })

  it("tells the document as a read of the order does: the identifiers of its country, and nothing that is ours", () => {
    const metadata = { claveAcceso: "4".repeat(49), establecimiento: "001", secuencial: "000000042" }
    const own = { fiscalRequestId: "f-1", step: 2, sourceEvent: "fiscal.callback", compensates: null, codes: {} }
    const fiscal = { status: "authorized", countryCode: "EC", metadata, ...own }
    const made = order({ fiscal })
    for (const store of [STORE, null]) {
      const told = orderEventData({ order: made, store }).fiscal
      expect(Object.keys(told ?? {})).toEqual(["status", "countryCode", "company", "store", "buyer", "metadata"])
      expect(told?.metadata).toMatchObject({ claveAcceso: "4".repeat(49), docType: null })
      expect(told?.metadata).not.toHaveProperty("secuencial")
    }
    expect(orderEventData({ order: made, store: STORE }).fiscal).toEqual(projectOrder(made, ["fiscal"], STORE).fiscal)
  })

  it("shows the numbered document as it is", () => {
    const fiscalRepresentation = {
      documentNumber: "001-001-000000001",
    } as unknown as OrderRecord["fiscalRepresentation"]
    const data = orderEventData({ order: order({ fiscalRepresentation }), store: STORE })
    expect(data.fiscalRepresentation).toEqual(fiscalRepresentation)
  })
})

it("the published document has every event, its version and the signature header", () => {
  const published = openApiWebhooks()
  expect(Object.keys(published)).toEqual(Object.keys(EVENTS))
  expect(JSON.stringify(published["order.invoiced"])).toContain('"const":"order.invoiced"')
  expect(JSON.stringify(published)).toContain("X-Service-Signature")
})
