/** Six countries end to end over HTTP: numbered, sold, authorised, voided, with the words and identifiers of each, on both databases. */
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { sentOf } from "../../kit/events.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { KEY, openTestHub, type TestHub, testTenants } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

interface Case {
  readonly country: string
  readonly key: string
  readonly store: string
  readonly currency: string
  readonly sale: RegExp
  readonly types: readonly [string, string]
  readonly void: RegExp
  /** docs/contract/fiscal.md#fiscal-states: what `fiscal.metadata` holds beside the common fields. */
  readonly identifiers: readonly string[]
  /** What its QR code begins with; some countries have none, one has it once the authority has ruled. */
  readonly code: { readonly numbered: RegExp | null; readonly ruled: RegExp | null }
}

const NO_CODE = { numbered: null, ruled: null }
const ALWAYS = (code: RegExp) => ({ numbered: code, ruled: code })

/** Tax ids of the right form that nobody has: their check digits are wrong. */
const MADE_UP: Readonly<Record<string, string>> = {
  EC: "1714307104001",
  BR: "16.727.230/0001-90",
  CO: "800197268-5",
  CL: "60.803.000-1",
  AR: "33-69345023-1",
  VE: "J-00012345-6",
}

const latam = (cc: string) => `brasa_test_latam_${cc}_00000000000000001`

const CASES: readonly Case[] = [
  {
    country: "EC",
    key: KEY,
    store: "UIO-001",
    currency: "USD",
    types: ["01", "04"],
    sale: /^001-001-\d{9}$/,
    void: /^001-001-\d{9}$/,
    identifiers: ["claveAcceso", "numeroAutorizacion"],
    code: ALWAYS(/^\d{49}$/),
  },
  {
    country: "BR",
    key: latam("br"),
    store: "SP-101",
    currency: "BRL",
    types: ["65", "55"],
    sale: /^1$/,
    void: /^1$/,
    identifiers: ["chaveAcesso", "modelo", "numero", "protocolo", "serie"],
    code: ALWAYS(/^https?:\/\/.*p=\d{44}/),
  },
  {
    country: "CO",
    key: latam("co"),
    store: "BOG-001",
    currency: "COP",
    types: ["01", "91"],
    sale: /^SETP990000000$/,
    void: /^NETP1$/,
    identifiers: ["ambiente", "cufe", "numeroComprobante", "numeroDian", "prefijo"],
    code: ALWAYS(/^NumFac: ?SETP990000000/),
  },
  {
    country: "CL",
    key: latam("cl"),
    store: "SCL-001",
    currency: "CLP",
    types: ["39", "61"],
    sale: /^1$/,
    void: /^1$/,
    identifiers: ["folio", "ted", "tipoDte", "trackId"],
    code: NO_CODE,
  },
  {
    country: "AR",
    key: latam("ar"),
    store: "EZE-001",
    currency: "ARS",
    types: ["6", "8"],
    sale: /^00003-00000001$/,
    void: /^00003-00000001$/,
    identifiers: ["cae", "fechaVtoCae", "numeroComprobante", "puntoVenta", "tipoComprobante"],
    code: { numbered: null, ruled: /arca\.gob\.ar\/fe\/qr/ },
  },
  {
    country: "VE",
    key: latam("ve"),
    store: "CCS-001",
    currency: "VES",
    types: ["01", "02"],
    sale: /00000001$/,
    void: /00000001$/,
    identifiers: ["numeroControl", "numeroFactura", "rifEmisor"],
    code: NO_CODE,
  },
]

const COMMON = ["docType", "docSubtype", "providerDocId", "pdfUrl", "xmlUrl", "emittedAt", "cancelledAt"]
const AMOUNTS = ["totalAmount", "taxAmount", "currencyCode"]

function expectCode(graphic: { qr: string } | null, code: RegExp | null): void {
  if (code === null) expect(graphic).toBeNull()
  else expect(graphic?.qr).toMatch(code)
}

function withMadeUpIds(): string {
  const file = JSON.parse(testTenants())
  for (const { vendors } of file.accounts) {
    for (const { countryCode, legal } of vendors) if (legal) legal.govIdNumber = MADE_UP[countryCode]
  }
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
  })

  it("the sandbox accepts invented tax ids of the right form, for invoice and void", async () => {
    const own = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
    expect(await own.hub.operator.provision(withMadeUpIds())).not.toHaveProperty("refused")
    for (const { country, key, store, currency } of CASES) {
      const call = (method: string, path: string, body?: unknown) => own.call(method, path, body, key)
      const becomes = (id: string, status: string) =>
        until(async () => (await call("GET", `${ORDERS}/${id}/fiscal`)).body.data.fiscal.status === status)
      const made = orderBody({ orderId: `${country}-made-up`, store: { code: store }, channel: "WEB" })
      const { orderId } = made
      const order = await call("POST", ORDERS, { ...made, payments: { ...made.payments, currencyCode: currency } })
      const asked = fiscalBody({ orderId, store: { code: store }, currencyCode: currency })
      expect([country, (await call("POST", NUMBERING, asked)).body.data.requestStatus]).toEqual([country, "GENERATED"])
      await becomes(order.body.data.id, "authorized")
      await call("POST", NUMBERING, { operation: "CANCEL", orderId })
      await becomes(order.body.data.id, "cancelled")
    }
  })

  describe.each(CASES)("$country", ({ country, key, store, currency, types, identifiers, code, ...numbers }) => {
    const call = (method: string, path: string, body?: unknown) => hub.call(method, path, body, key)
    const fiscalOf = async (id: string) => (await call("GET", `${ORDERS}/${id}/fiscal`)).body.data.fiscal
    const becomes = async (id: string, status: string) => {
      await until(async () => (await fiscalOf(id)).status === status)
      return fiscalOf(id)
    }
    const sent = (id: string, type: string) => sentOf(hub, id, type)
    const keysOf = (metadata: object) =>
      Object.keys(metadata)
        .filter((name) => ![...COMMON, ...AMOUNTS].includes(name))
        .sort()

    const number = (orderId: string) =>
      call("POST", NUMBERING, fiscalBody({ orderId, store: { code: store }, currencyCode: currency }))
    const inject = async (orderId: string): Promise<string> => {
      const made = orderBody({ orderId, store: { code: store }, channel: "WEB" })
      const { body } = await call("POST", ORDERS, { ...made, payments: { ...made.payments, currencyCode: currency } })
      return body.data.id
    }

    it("is numbered, sold, authorized and voided with its own words and identifiers", async () => {
      const orderId = `${country}-1`
      const asked = await number(orderId)
      expect(asked.status, JSON.stringify(asked.body)).toBe(201)
      const invoice = asked.body.data
      expect(invoice).toMatchObject({ countryCode: country, requestStatus: "GENERATED", failure: null })
      expect(invoice.document).toMatchObject({ documentType: types[0], authorizationMode: "NORMAL" })
      expect(invoice.document.documentNumber).toMatch(numbers.sale)
      expect(invoice.printing).toMatchObject({ printable: true, mode: "FISCAL" })

      const id = await inject(orderId)
      const fiscal = await becomes(id, "authorized")
      expect(fiscal.countryCode).toBe(country)
      expect(keysOf(fiscal.metadata)).toEqual(identifiers)
      expect(fiscal.metadata).toMatchObject({
        providerDocId: invoice.fiscalRequestId,
        totalAmount: 6.5,
        taxAmount: 0.8478,
      })
      const ruled = (await call("GET", `${NUMBERING}/${invoice.fiscalRequestId}`)).body.data
      expect(ruled.documentStatus).toBe("AUTHORIZED")
      expectCode(invoice.graphic, code.numbered)
      expectCode(ruled.graphic, code.ruled)

      const [tender] = charge({ id: `${country}-t` }).payments
      const paid = { payments: [{ ...tender, currency_code: currency }] }
      const settled = await call("POST", `${ORDERS}/${id}/confirm-payment`, paid)
      expect(settled.body.data?.outcome, JSON.stringify(settled.body)).toBe("settled")
      const [completed] = await sent(id, "order.completed")
      expect(completed.data.lastKnown.fiscal).toEqual({ status: "authorized", sourceEvent: "fiscal.callback" })
      expect(completed.data.fiscalRepresentation).toMatchObject({
        documentNumber: invoice.document.documentNumber,
        countryData: invoice.countryData,
        compensates: null,
        history: [],
      })
      await voids(orderId.replace("1", "2"))
    })

    /** An order that is still open: it is voided first, then cancelled. */
    async function voids(orderId: string) {
      const id = await inject(orderId)
      const invoice = (await number(orderId)).body.data
      await becomes(id, "authorized")
      const cancel = () =>
        call("POST", `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`, { reason: "Customer left" })
      const early = await cancel()
      expect(early.body.code, JSON.stringify(early.body)).toBe("FISCAL_REPRESENTATION_NOT_VOIDED")
      const note = (await call("POST", NUMBERING, { operation: "CANCEL", orderId })).body.data
      expect(note.document).toMatchObject({
        documentType: types[1],
        compensates: { documentNumber: invoice.document.documentNumber },
      })
      expect(note.document.documentNumber).toMatch(numbers.void)
      const voided = await becomes(id, "cancelled")
      expect(keysOf(voided.metadata)).toEqual(identifiers)
      expect(voided.metadata).toMatchObject({ docSubtype: "credit_note", providerDocId: note.fiscalRequestId })
      expect((await call("GET", `${NUMBERING}/${invoice.fiscalRequestId}`)).body.data.documentStatus).toBe("CANCELLED")
      const ruledNote = (await call("GET", `${NUMBERING}/${note.fiscalRequestId}`)).body.data
      expect(ruledNote.documentStatus).toBe("AUTHORIZED")
      if (country === "AR") {
        expectCode(ruledNote.graphic, code.ruled)
        expect(ruledNote.graphic).not.toEqual(
          (await call("GET", `${NUMBERING}/${invoice.fiscalRequestId}`)).body.data.graphic,
        )
      }

      const done = await cancel()
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      const [cancelled] = await sent(id, "order.cancelled")
      expect(cancelled.data.lastKnown.fiscal.status).toBe("cancelled")
      expect(cancelled.data.fiscalRepresentation).toMatchObject({
        documentNumber: note.document.documentNumber,
        compensates: { documentNumber: invoice.document.documentNumber },
        history: [{ documentNumber: invoice.document.documentNumber }],
      })
      // Brazil alone is told of the authority's word by events of their own.
      const own = country === "BR" ? 1 : 0
      expect(await sent(id, "order.invoiced")).toHaveLength(own)
      expect(await sent(id, "order.reversed")).toHaveLength(own)
    }
  })
})
