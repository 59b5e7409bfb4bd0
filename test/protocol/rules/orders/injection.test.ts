import { describe, expect, it, test } from "vitest"
import { isRefusal, type Refusal } from "../../../../protocol/refusals.ts"
import type { ChangedOrder } from "../../../../protocol/rules/orders/injection.ts"
import type { OrderInjection } from "../../../../protocol/shapes/injection.ts"
import { Order } from "../../../../protocol/shapes/order.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { accepted, anInjection, anOrder, aStore, create, NOON, type SaleAsked, TENANT } from "../../../kit/orders.ts"

const validator = createValidator()

function faultsOf(injection: OrderInjection): unknown {
  const answer = create(injection)
  return isRefusal(answer) ? [answer.refused, answer.details] : answer
}

/** With keys that the contract of the body does not list. */
function naming(named: object): OrderInjection {
  return { ...anInjection(), ...named }
}

function withProduct(product: Partial<OrderInjection["order"]["products"][number]>): OrderInjection {
  return anInjection({
    order: { products: [{ productId: "p", name: "Pollo", quantity: 1, unitPrice: "6.5000", ...product }] },
  })
}

describe("new order begins", () => {
  const paid = { CASH: "6.5" }
  test.each<[string, SaleAsked, unknown[]]>([
    ["not prepaid, at a register", { channel: "POS" }, ["OPEN", "PENDING", "pending", "ledger", "order.opened"]],
    ["not prepaid, on the web", { channel: "WEB" }, ["OPEN", "PENDING", "pending", "ledger", "order.opened"]],
    [
      "prepaid at POS",
      { channel: "POS", prepaid: paid },
      ["COMPLETED", "SUCCEEDED", "settled", "intake", "order.completed"],
    ],
    [
      "prepaid at a KIOSK",
      { channel: "KIOSK", prepaid: paid },
      ["COMPLETED", "SUCCEEDED", "settled", "intake", "order.completed"],
    ],
    [
      "prepaid at pos, small letters",
      { channel: "pos", prepaid: paid },
      ["COMPLETED", "SUCCEEDED", "settled", "intake", "order.completed"],
    ],
    [
      "prepaid on the WEB",
      { channel: "WEB", prepaid: paid },
      ["OPEN", "SUCCEEDED", "settled", "intake", "order.opened"],
    ],
    [
      "prepaid in the APP",
      { channel: "APP", prepaid: paid },
      ["OPEN", "SUCCEEDED", "settled", "intake", "order.opened"],
    ],
    [
      "prepaid at an aggregator",
      { channel: "RAPPI", prepaid: paid },
      ["OPEN", "SUCCEEDED", "settled", "intake", "order.opened"],
    ],
  ])("%s", (_, asked, expected) => {
    const { order, events } = accepted<ChangedOrder>(create(anInjection(asked)))
    const types = events.map(({ type }) => type)
    expect([order.status, order.paymentStatus, order.settlement?.status, order.settlement?.origin, ...types]).toEqual(
      expected,
    )
    expect(order.completedAt).toBe(order.status === "COMPLETED" ? NOON : null)
    expect(order.payments).toEqual([])
    expect(validator.check(Order, order)).toEqual([])
  })

  it("with 0 paid while it is open, the whole total when prepaid, never in between", () => {
    expect(anOrder({ declared: { CASH: 3, CARD: "3.5" } }).settlement).toEqual({
      status: "pending",
      origin: "ledger",
      paidSoFar: "0",
      total: "65000",
      currencyCode: "USD",
      tenderCount: 0,
      declinedCount: 0,
      amountMismatch: false,
      declaredMethods: ["CASH", "CARD"],
    })
    expect(anOrder({ prepaid: { CARD: "6.5" } }).settlement).toMatchObject({ paidSoFar: "65000", total: "65000" })
  })

  it("at revision 1, in its tenant and store, with moments in UTC", () => {
    const order = anOrder({
      orderId: "web-1",
      orderCode: "A-7",
      createdAt: "2026-11-21T23:10:00-05:00",
      operatorUid: "ana",
    })
    expect(order).toMatchObject({
      ...TENANT,
      orderExternal: "web-1",
      orderCode: "A-7",
      storeId: aStore().id,
      store: { id: aStore().id, code: "UIO-001", name: "La Brasa Quito", vendorId: TENANT.vendorId },
      createdAt: "2026-11-22T04:10:00.000Z",
      updatedAt: NOON,
      businessDayDate: "2026-11-21",
      fulfillment: { method: "TAKE_AWAY" },
      operatorUid: "ana",
      revision: 1,
      sequence: 1,
      deletedAt: null,
      fiscal: null,
    })
  })
})

describe("amounts", () => {
  it("are scaled, numbers and decimal texts alike", () => {
    const order = anOrder({
      totals: [
        { code: "SUBTOTAL", amount: 19.99 },
        { code: "TAX", amount: "2.9985" },
        { code: "DISCOUNT", amount: -0.5 },
        { code: "TOTAL", amount: 0.1 + 0.2 },
      ],
      order: {
        products: [
          {
            productId: "p",
            name: "Pollo",
            quantity: 1.25,
            unitPrice: "15.99",
            taxes: [{ code: "IVA", rate: "15", amount: 2.4 }, { code: "ICE", rate: 0.1 }, { code: "X" }],
            modifiers: [
              { modifierId: "g", optionId: "o", name: "Queso", quantity: 2, unitPrice: 0.75 },
              { quantity: 1 },
            ],
            notes: "sin sal",
            stationCode: "grill",
          },
        ],
      },
    })
    expect(order.totals.map(({ amount }) => amount)).toEqual(["199900", "29985", "-5000", "3000"])
    expect(order.orderLines).toEqual([
      {
        lineId: "1",
        productId: "p",
        name: "Pollo",
        quantity: 1.25,
        unitPrice: "159900",
        taxes: [
          { code: "IVA", rate: "0.15", amount: "24000" },
          { code: "ICE", rate: "0.1", amount: null },
          { code: "X", rate: null, amount: null },
        ],
        modifiers: [
          { modifierId: "g", optionId: "o", name: "Queso", quantity: 2, unitPrice: "7500" },
          { modifierId: null, optionId: null, name: null, quantity: 1, unitPrice: "0" },
        ],
        notes: "sin sal",
        stationCode: "grill",
      },
    ])
  })

  const AMOUNT = "must be an amount with at most 4 decimals, up to 1000000000"
  const RATE = "must be a rate from 0 to 100 %: 15 % is 0.15 or 15"
  const ONE_TOTAL = "must hold exactly one entry with the code TOTAL"
  const LINE = "times the unit price is more than 1000000000"
  test.each<[string, OrderInjection, [string, string][]]>([
    [
      "a fifth decimal in the total",
      anInjection({ totals: [{ code: "TOTAL", amount: 1.23456 }] }),
      [["payments.totals.0.amount", AMOUNT]],
    ],
    [
      "an amount beyond every restaurant",
      anInjection({ totals: [{ code: "TOTAL", amount: 1e10 }] }),
      [["payments.totals.0.amount", AMOUNT]],
    ],
    ["no TOTAL", anInjection({ totals: [{ code: "SUBTOTAL", amount: 1 }] }), [["payments.totals", ONE_TOTAL]]],
    [
      "two TOTALs",
      anInjection({
        totals: [
          { code: "TOTAL", amount: 1 },
          { code: "TOTAL", amount: 1 },
        ],
      }),
      [["payments.totals", ONE_TOTAL]],
    ],
    [
      "a negative TOTAL",
      anInjection({ totals: [{ code: "TOTAL", amount: -1 }] }),
      [["payments.totals", "must not have a negative TOTAL"]],
    ],
    [
      "a negative method",
      anInjection({ prepaid: { CASH: 10, CARD: -3.5 } }),
      [["payments.paymentMethods.1.amount", "must be at least 0"]],
    ],
    ["a fifth decimal in a price", withProduct({ unitPrice: 0.00001 }), [["order.products.0.unitPrice", AMOUNT]]],
    [
      "a fifth decimal in a modifier",
      withProduct({ modifiers: [{ quantity: 1, unitPrice: 0.00001 }] }),
      [["order.products.0.modifiers.0.unitPrice", AMOUNT]],
    ],
    [
      "a fifth decimal in a tax",
      withProduct({ taxes: [{ code: "IVA", amount: 0.00001 }] }),
      [["order.products.0.taxes.0.amount", AMOUNT]],
    ],
    [
      "a rate above 100 %",
      withProduct({ taxes: [{ code: "IVA", rate: 150 }] }),
      [["order.products.0.taxes.0.rate", RATE]],
    ],
    [
      "a rate below nothing",
      withProduct({ taxes: [{ code: "IVA", rate: "-0.15" }] }),
      [["order.products.0.taxes.0.rate", RATE]],
    ],
    ["a line beyond the largest amount", withProduct({ quantity: 1e300 }), [["order.products.0.quantity", LINE]]],
    [
      "a modifier beyond it",
      withProduct({ modifiers: [{ quantity: 1e300, unitPrice: 1 }] }),
      [["order.products.0.modifiers.0.quantity", LINE]],
    ],
    ["another accountId", anInjection({ accountId: "other" }), [["accountId", "is not the account of the key"]]],
    ["another account", anInjection({ account: "other" }), [["account", "is not the account of the key"]]],
    ["another vendor by name", naming({ vendor: "acme.ec.loja" }), [["vendor", "is not the vendor of the key"]]],
    ["another vendorId", naming({ vendorId: "acme.ec.loja" }), [["vendorId", "is not the vendor of the key"]]],
    [
      "another vendor",
      anInjection({ store: { code: "UIO-001", vendorId: "acme.ec.loja" } }),
      [["store.vendorId", "is not the vendor of the key"]],
    ],
  ])("are refused with the path of the fault: %s", (_, injection, faults) => {
    expect(faultsOf(injection)).toEqual(["VALIDATION_ERROR", faults.map(([path, message]) => ({ path, message }))])
  })

  it("may name the key's own tenant and hold unknown keys", () => {
    const { accountId, vendorId } = TENANT
    for (const named of [
      { account: accountId, accountId, vendor: vendorId, vendorId },
      { vendor: { name: "Quito" } },
    ]) {
      expect(isRefusal(create(naming(named)))).toBe(false)
    }
  })

  it("are refused with all faults at once", () => {
    const injection = { ...withProduct({ unitPrice: 1.00001 }), accountId: "other" }
    expect(accepted<[string, { path: string }[]]>(faultsOf(injection))[1].map(({ path }) => path)).toEqual([
      "order.products.0.unitPrice",
      "accountId",
    ])
  })

  test.each([
    [{ CASH: "6.49" }, "64900"],
    [{ CASH: "6.5", CARD: "0.0001" }, "65001"],
    [{}, "0"],
  ])("a prepaid order whose methods are %j does not add up", (prepaid, paid) => {
    const answer = create(anInjection({ prepaid })) as Refusal
    expect([answer.refused, answer.data]).toEqual(["AMOUNT_MISMATCH", { total: "65000", paid }])
  })

  it("of an unpaid order's declared methods need not add up", () => {
    expect(anOrder({ declared: { CASH: 1 } }).paymentMethods).toEqual([{ method: "CASH", amount: "10000" }])
  })
})

describe("stored order", () => {
  it("has external id and channel in its metadata, whatever was sent there", () => {
    const metadata = { order_id: "no", channel: { code: "no", label: "Mostrador" }, table: 4 }
    expect(anOrder({ orderId: "web-1", metadata }).metadata).toEqual({
      order_id: "web-1",
      channel: { code: "POS", label: "Mostrador" },
      table: 4,
    })
    expect(anOrder({ orderId: "web-1", metadata: { channel: "text" } }).metadata.channel).toEqual({ code: "POS" })
  })

  it("keeps extra keys in its metadata without touching the prototype", () => {
    const injection = JSON.parse('{"__proto__": {"polluted": true}, "loyalty": {"points": 5}}')
    const order = accepted<ChangedOrder>(create({ ...anInjection(), ...injection })).order
    expect(order.metadata.loyalty).toEqual({ points: 5 })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((order.metadata as Record<string, unknown>).polluted).toBeUndefined()
  })

  it("has the client as customer and its invoice recipient as billing", () => {
    const client = { uid: "c-1", name: "Ana", phone: "099", billingInformation: { govIdType: "RUC" } }
    expect(anOrder({ client })).toMatchObject({
      customerId: "c-1",
      customer: client,
      billing: { govIdType: "RUC" },
    })
    expect(anOrder()).toMatchObject({ customerId: null, customer: null, billing: null })
  })
})
