import { describe, expect, it } from "vitest"
import type { ChangedOrder } from "../../../../protocol/rules/orders/injection.ts"
import {
  isReportOfStore,
  mergeLostSales,
  recordLostSale,
  toLostSale,
} from "../../../../protocol/rules/orders/lost-sale.ts"
import type { LostSale, LostSaleReport } from "../../../../protocol/shapes/lost-sale.ts"
import { accepted, anId, anInjection, anOrder, aStore, create, NOON, STORE_ID, TENANT } from "../../../kit/orders.ts"

const bare: LostSaleReport = { orderId: "lost-1", store: { code: "UIO-001" }, reason: "FISCAL_NUMBERING_FAILED" }
const record = (report: LostSaleReport) =>
  recordLostSale({ report, id: anId(), tenant: TENANT, store: aStore(), side: "store", now: NOON })

describe("lost sale", () => {
  it("has the same fields as an injection of the same body", () => {
    const asked = {
      client: { uid: "c", name: "Ana", billingInformation: { businessName: "Acme" } },
      stationId: "pos-7",
      operatorUid: "u-1",
      declared: { CASH: "6.5" },
      metadata: { table: 4 },
    }
    const injection = { ...anInjection(asked), note: "kept" }
    const order = accepted<ChangedOrder>(create(injection)).order
    const sale = accepted<LostSale>(record({ ...bare, ...injection, store: bare.store, detail: { code: "X" } }))
    const { stationId, operatorUid, customer, billing, fulfillment, orderLines, totals, paymentMethods } = order
    expect(sale).toMatchObject({
      stationId,
      operatorUid,
      customer,
      billing,
      fulfillment,
      orderLines,
      totals,
      paymentMethods,
    })
    expect(sale).toMatchObject({ total: "65000", currencyCode: "USD", channel: "POS", detail: { code: "X" } })
    expect(sale.metadata).toEqual(order.metadata)
    expect(sale).toMatchObject({ ...TENANT, storeId: STORE_ID, businessDayDate: "2026-11-21", recordedAt: NOON })
  })

  it("is stored with only id, store and reason", () => {
    expect(record(bare)).toMatchObject({
      orderId: "lost-1",
      orderCode: null,
      storeCode: "UIO-001",
      createdAt: NOON,
      total: null,
      detail: null,
      totals: [],
      orderLines: [],
      metadata: { order_id: "lost-1" },
    })
  })

  it("adds the channel's code to the report's metadata", () => {
    const metadata = { channel: { name: "Mostrador" } }
    const told = (more: Partial<LostSaleReport>) => accepted<LostSale>(record({ ...bare, metadata, ...more })).metadata
    expect(told({ channel: "POS" })).toMatchObject({ channel: { code: "POS", name: "Mostrador" } })
    expect(told({})).toMatchObject({ channel: { name: "Mostrador" } })
  })

  it("belongs to the day of its creation, even if that is closed", () => {
    const sale = record({ ...bare, createdAt: "2026-10-02T03:00:00-05:00" })
    expect(sale).toMatchObject({ businessDayDate: "2026-10-01", createdAt: "2026-10-02T08:00:00.000Z" })
  })

  it.each<[path: string, over: Partial<LostSaleReport>]>([
    ["payments.totals.0.amount", { payments: { totals: [{ code: "TOTAL", amount: "1.23456" }] } }],
    ["payments.totals", { payments: { totals: [{ code: "TAX", amount: 1 }] } }],
    ["payments.paymentMethods.0.amount", { payments: { paymentMethods: [{ method: "CASH", amount: -1 }] } }],
    ["accountId", { accountId: "globex" }],
    ["account", { account: "globex" }],
  ])("with a wrong %s is refused", (path, over) => {
    expect(record({ ...bare, ...over })).toMatchObject({ refused: "VALIDATION_ERROR", details: [{ path }] })
  })

  it("matches a store by code, and by id and vendor if given", () => {
    const store = aStore()
    const means = (named: object) => isReportOfStore(store, { ...bare, store: { code: "UIO-001", ...named } })
    expect(means({ id: STORE_ID.toUpperCase(), vendorId: TENANT.vendorId })).toBe(true)
    expect([means({ code: "GYE-001" }), means({ id: anId() }), means({ vendorId: "acme.ec.loja" })]).toEqual([
      false,
      false,
      false,
    ])
  })
})

it("order that was paid and refunded becomes a lost sale with its tenders", () => {
  const order = anOrder({ orderId: "lost-2", metadata: { table: 4 } })
  const tenders = [{ method: "LINK", amount: 6.5 }]
  const detail = { code: "FISCAL_RANGE_EXHAUSTED" }
  const store = aStore()
  const { orderLines, totals, metadata, customer, businessDayDate, createdAt } = order
  expect(toLostSale(order, { id: "l-1", store, tenders, detail, now: NOON })).toMatchObject({
    orderId: "lost-2",
    reason: "FISCAL_NUMBERING_FAILED",
    detail,
    storeId: STORE_ID,
    storeCode: "UIO-001",
    total: "65000",
    paymentMethods: [{ method: "LINK", amount: "65000" }],
    recordedAt: NOON,
    ...{ orderLines, totals, metadata, customer, businessDayDate, createdAt },
  })
})

describe("two records of one lost sale", () => {
  const sale = (id: string, side?: "hub" | "store"): LostSale => {
    const { side: _any, ...bareSale } = accepted<LostSale>(record(bare))
    return { ...bareSale, id, ...(side && { side }) }
  }

  it.each([
    ["the hub's and a store's", "hub", "store", "sent"],
    ["the hub's and an older box's", "hub", undefined, "sent"],
    ["those of two boxes", "store", "store", "known"],
    ["an older record and a store's", undefined, "store", "known"],
  ] as const)("become one, which names the other: %s", (_what, side, sentSide, stands) => {
    const known = sale("known", side)
    const sent = sale("sent", sentSide)
    const [first, other] = stands === "sent" ? [sent, known] : [known, sent]
    expect(mergeLostSales(known, sent)).toEqual({ ...first, replaced: [other] })
  })

  it("do not change when the operation is applied again", () => {
    const known = sale("known", "hub")
    const sent = sale("sent", "store")
    const merged = mergeLostSales(known, sent)
    expect(merged && mergeLostSales(merged, sent)).toBeNull()
    expect(merged && mergeLostSales(merged, known)).toBeNull()
  })
})
