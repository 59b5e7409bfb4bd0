import { describe, expect, it, test } from "vitest"
import { isRefusal, refuse } from "../../../../protocol/refusals.ts"
import { cancelOrder } from "../../../../protocol/rules/cancellation/cancel-order.ts"
import { createOrder } from "../../../../protocol/rules/orders/injection.ts"
import { toInjection, toLegacyOrder, toLegacyRefusal } from "../../../../protocol/rules/orders/legacy-order.ts"
import type { Cancellation } from "../../../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import type { Store } from "../../../../protocol/shapes/store.ts"

const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
const ID = "0199a1b2-0000-7000-8000-000000000001"

const SENT = {
  order_id: "g-1",
  order_code: "L-1",
  created_at: "2026-11-21T12:30:00-05:00",
  channel: "GLOVO",
  selected_shipping_method: "DELIVERY",
  client: { uid: "c-1", last_name: "Núñez", billing_information: { gov_id_type: "RUC" } },
  store: { code: "UIO-001", vendor_id: "acme.ec.quito" },
  station_id: "pos-1",
  order: {
    products: [
      {
        product_id: "p-burger",
        name: "Hamburguesa",
        quantity: 2,
        unit_price: "6.5000",
        taxes: [{ code: "IVA", rate: 0.15, amount: 1.95 }, { code: "ICE" }],
        modifiers: [{ modifier_id: "g", option_id: "m-cheese", name: "Queso", quantity: 1, unit_price: 0.75 }],
        station_code: "grill",
      },
    ],
  },
  payments: {
    totals: [
      { code: "TAX", amount: 1.95 },
      { code: "TOTAL", amount: 14.5 },
    ],
    currency_code: "USD",
    status: "SUCCEEDED",
    payment_methods: [{ method: "CARD", amount: "14.50" }],
  },
  metadata: { order_token: "token-1" },
  rider_name: "Pedro",
}

function order(): OrderRecord {
  const made = createOrder({
    injection: toInjection(SENT),
    id: ID,
    tenant: { accountId: "acme", vendorId: "acme.ec.quito" },
    store: { id: STORE_ID, code: "UIO-001", name: "Acme Amazonas", vendorId: "acme.ec.quito" } as Store,
    businessDayDate: "2026-11-21",
    now: "2026-11-21T18:00:00.000Z",
  })
  if (isRefusal(made)) throw new Error(made.message)
  return made.order
}

describe("a legacy body", () => {
  it("converts to the injection of the same order", () => {
    expect(toInjection(SENT)).toMatchObject({
      orderId: "g-1",
      selectedShippingMethod: "DELIVERY",
      client: { uid: "c-1", lastName: "Núñez", billingInformation: { govIdType: "RUC" } },
      store: { code: "UIO-001", vendorId: "acme.ec.quito" },
      order: { products: [{ unitPrice: "6.5000", modifiers: [{ optionId: "m-cheese" }], stationCode: "grill" }] },
      payments: { currencyCode: "USD", paymentMethods: [{ method: "CARD", amount: "14.50" }] },
      rider_name: "Pedro",
    })
  })

  it("keeps every field of an injection", () => {
    const made = order()
    expect(made).toMatchObject({ stationId: "pos-1", customerId: "c-1", fulfillment: { method: "DELIVERY" } })
    expect(made.metadata).toMatchObject({ order_token: "token-1", rider_name: "Pedro", order_id: "g-1" })
  })
})

describe("order in legacy form", () => {
  it("has snake_case names and amounts in major units", () => {
    expect(toLegacyOrder(order())).toEqual({
      uid: ID,
      order_code: "L-1",
      account_uid: "acme",
      vendor_uid: "acme.ec.quito",
      store_uid: STORE_ID,
      status: "OPEN",
      payment_status: "SUCCEEDED",
      cancellation_type: null,
      order_lines: [
        {
          line_id: "1",
          product_id: "p-burger",
          name: "Hamburguesa",
          quantity: 2,
          unit_price: 6.5,
          taxes: [
            { code: "IVA", rate: 0.15, amount: 1.95 },
            { code: "ICE", rate: null, amount: null },
          ],
          modifiers: [{ modifier_id: "g", option_id: "m-cheese", name: "Queso", quantity: 1, unit_price: 0.75 }],
          notes: null,
          station_code: "grill",
        },
      ],
      totals: [
        { code: "TAX", amount: 1.95 },
        { code: "TOTAL", amount: 14.5 },
      ],
      payment_methods: [{ method: "CARD", amount: 14.5 }],
      metadata: { rider_name: "Pedro", order_token: "token-1", order_id: "g-1", channel: { code: "GLOVO" } },
      created_at: "2026-11-21T17:30:00.000Z",
      updated_at: "2026-11-21T18:00:00.000Z",
      deleted_at: null,
    })
  })

  test.each([
    ["19.9900", 19.99],
    ["0.3000", 0.3],
    ["0", 0],
    ["999999999.9999", 999999999.9999],
  ])("%s is %d", (amount, told) => {
    const [line] = SENT.order.products
    const body = { ...SENT, order: { products: [{ ...line, quantity: 1, unit_price: amount }] } }
    const made = { ...order(), orderLines: [{ ...order().orderLines[0], unitPrice: amount.replace(".", "") }] }
    expect(toInjection(body).order.products[0]?.unitPrice).toBe(amount)
    expect(toLegacyOrder(made as OrderRecord).order_lines[0]?.unit_price).toBe(told)
  })

  test.each([
    ["OPEN", "OPEN"],
    ["COMPLETED", "COMPLETED"],
    ["FORCE_CLOSED", "FORCE_CLOSED"],
    ["CANCELLED", "CANCELED"],
  ] as const)("%s is %s", (status, told) => {
    expect(toLegacyOrder({ ...order(), status }).status).toBe(told)
  })

  test.each([
    [{ type: "rider-missing", reason: "Sin repartidor" }, "rider-missing"],
    [{ type: null, reason: "Sin repartidor" }, null],
    ["a text of the caller's", null],
    [null, null],
  ])("a cancellation %j has the type %j", (cancellation, type) => {
    expect(toLegacyOrder({ ...order(), metadata: { cancellation } }).cancellation_type).toBe(type)
  })

  it("has refunds in major units, and does not change the caller's own key of that name", () => {
    const refund = { method: "CARD", amount: "145000", by: "store", reference: null } as const
    const cancellation: Cancellation = { reason: "fin", type: null, note: null, group: "other", by: "apikey:1" }
    const done = cancelOrder(order(), { cancellation, refunds: [refund], now: "2026-11-21T18:05:00.000Z" })
    expect(done && toLegacyOrder(done.order).metadata).toMatchObject({
      order_token: "token-1",
      cancellation: { reason: "fin", refunds: [{ ...refund, amount: 14.5 }] },
    })
    const own = { cancellation: { refunds: [{ amount: "14.50" }] } }
    expect(toLegacyOrder({ ...order(), metadata: own }).metadata).toEqual(own)
    const told = { cancellation: { reason: "fin", type: null } }
    expect(toLegacyOrder({ ...order(), status: "CANCELLED", metadata: told }).metadata).toEqual(told)
  })
})

describe("a refusal", () => {
  it("has snake_case paths", () => {
    const details = [{ path: "order.products.0.unitPrice", message: "must be an amount" }]
    expect(toLegacyRefusal(refuse("VALIDATION_ERROR", "?", { details }))).toEqual({
      refused: "VALIDATION_ERROR",
      message: "order.products.0.unit_price: must be an amount",
      details: [{ path: "order.products.0.unit_price", message: "must be an amount" }],
    })
  })

  it("has amounts in major units when they do not add up", () => {
    const refusal = refuse("AMOUNT_MISMATCH", "?", { data: { total: "65000", paid: "60000" } })
    expect(toLegacyRefusal(refusal)).toEqual({ ...refusal, data: { total: 6.5, paid: 6 } })
  })

  it("does not change without faults", () => {
    const refusal = refuse("NOT_FOUND", "There is no store unitPrice.")
    expect(toLegacyRefusal(refusal)).toBe(refusal)
  })
})
