import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  type CorrectionOutcome,
  checkCorrection,
  correctionReply,
  correctOrder,
  keyedCorrection,
} from "../../../../protocol/rules/orders/correction.ts"
import { OrderCorrection } from "../../../../protocol/shapes/correction.ts"
import { type OrderRecord, OrderStatus } from "../../../../protocol/shapes/order.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { accepted, anOrder, aTender, charge } from "../../../kit/orders.ts"

const LATER = "2026-11-21T17:45:00.000Z"
const CLIENT = { uid: "c-1", name: "Ana", lastName: "Núñez", govIdType: "CEDULA", govIdNumber: "1712345678" }

const validator = createValidator()

function request(over: Partial<OrderCorrection> & Record<string, unknown> = {}): OrderCorrection {
  return { expectedRevision: 1, idempotencyKey: "k-1", ...over } as OrderCorrection
}

function correct(
  order: OrderRecord,
  over: Parameters<typeof request>[0],
  known: CorrectionOutcome["correction"] = null,
) {
  return correctOrder({ order, request: request(over), known, correctionsBytes: 0, now: LATER })
}

function corrected(order: OrderRecord, over: Parameters<typeof request>[0]): CorrectionOutcome {
  return accepted<CorrectionOutcome>(correct(order, over))
}

describe("correction body", () => {
  const faults = (body: unknown) => validator.check(OrderCorrection, body).map(({ path }) => path)

  it.each([
    ["no revision", { idempotencyKey: "k", client: CLIENT }, ["expectedRevision"]],
    ["revision 0", request({ expectedRevision: 0, client: CLIENT }), ["expectedRevision"]],
    ["a revision and a half", request({ expectedRevision: 1.5, client: CLIENT }), ["expectedRevision"]],
    ["a revision as text", { ...request({ client: CLIENT }), expectedRevision: "1" }, ["expectedRevision"]],
    ["no key", { expectedRevision: 1, client: CLIENT }, ["idempotencyKey"]],
    ["an empty key", request({ idempotencyKey: "", client: CLIENT }), ["idempotencyKey"]],
    ["a key of 201 characters", request({ idempotencyKey: "k".repeat(201), client: CLIENT }), ["idempotencyKey"]],
    ["a client without uid", request({ client: { name: "Ana" } as never }), ["client.uid"]],
    [
      "a flag as text",
      request({ additionalInfo: { kiosk: { invoice_print: "yes" as never } } }),
      ["additionalInfo.kiosk.invoice_print"],
    ],
  ])("with %s is refused with the path of the fault", (_what, body, paths) => {
    expect(faults(body)).toEqual(paths)
  })

  it("takes a key of 200 characters", () => {
    expect(faults(request({ idempotencyKey: "k".repeat(200), client: CLIENT }))).toEqual([])
  })

  it.each([
    ["neither client nor additionalInfo", {}, ["client"]],
    ["order", { client: CLIENT, order: { products: [] } }, ["order"]],
    ["payments", { client: CLIENT, payments: {} }, ["payments"]],
    [
      "payments.paymentMethods",
      { client: CLIENT, payments: { paymentMethods: [] } },
      ["payments", "payments.paymentMethods"],
    ],
    ["status", { client: CLIENT, status: "OPEN" }, ["status"]],
    ["paymentStatus", { client: CLIENT, paymentStatus: "PENDING" }, ["paymentStatus"]],
    ["settlement", { client: CLIENT, settlement: null }, ["settlement"]],
    ["completedAt", { client: CLIENT, completedAt: LATER }, ["completedAt"]],
    ["all of it", { order: 1, status: 2, completedAt: 3 }, ["order", "status", "completedAt", "client"]],
  ])("with %s is refused, each fault with its path", (_what, over, paths) => {
    const refused = checkCorrection(request(over))
    expect(refused?.refused).toBe("VALIDATION_ERROR")
    expect(refused?.details?.map(({ path }) => path)).toEqual(paths)
  })

  it.each([
    ["orderId", { orderId: "another" }],
    ["account", { account: "globex" }],
    ["accountId", { accountId: "globex" }],
    ["vendor", { vendor: "acme.ec.guayaquil" }],
    ["vendorId", { vendorId: "acme.ec.guayaquil" }],
    ["storeId", { storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03" }],
    ["store.id", { store: { id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03" } }],
    ["store.code", { store: { code: "GYE-001" } }],
    ["store.vendorId", { store: { vendorId: "acme.ec.guayaquil" } }],
  ])("is refused when it names another %s than the order's", (path, named) => {
    const answer = correct(anOrder(), { client: CLIENT, ...named })
    expect(answer).toMatchObject({ refused: "VALIDATION_ERROR", details: [{ path }] })
  })

  it("may name the order's own values", () => {
    const order = anOrder()
    const { accountId, vendorId, storeId } = order
    for (const orderId of [order.id, order.id.toUpperCase(), order.orderExternal]) {
      const store = { id: storeId, code: "UIO-001", vendorId }
      const named = { orderId, account: accountId, accountId, vendor: vendorId, vendorId, storeId, store }
      expect(corrected(order, { client: CLIENT, ...named }).outcome).toBe("applied")
    }
  })
})

describe("corrected client", () => {
  it("replaces the whole buyer, so missing fields become empty", () => {
    const before = anOrder({ client: { ...CLIENT, email: "a@b.ec", billingInformation: { name: "Acme SA" } } })
    const { outcome, order } = corrected(before, { client: { uid: "c-2", name: "Eva" } })
    expect(outcome).toBe("applied")
    expect(order).toMatchObject({ customerId: "c-2", revision: 2, updatedAt: LATER })
    expect([order.customer, order.billing]).toEqual([{ uid: "c-2", name: "Eva" }, null])
  })

  it("includes its billing, with normalised documents", () => {
    const billingInformation = { govIdType: "RUC", govIdNumber: "179.001-2345 001", businessName: "Acme SA" }
    const { order } = corrected(anOrder(), { client: { ...CLIENT, govIdNumber: "171.234-567 8", billingInformation } })
    expect(order.billing).toEqual({ ...billingInformation, govIdNumber: "1790012345001" })
    expect(order.customer).toEqual({ ...CLIENT, billingInformation: order.billing })
  })

  it("is a final consumer when its document is a filler", () => {
    const { order } = corrected(anOrder(), { client: { ...CLIENT, govIdNumber: "999.999.999-9" } })
    expect(order.customer).toMatchObject({ govIdType: "FINAL_CONSUMER", govIdNumber: "9999999999" })
  })

  it("does not change lines, amounts, state or locator", () => {
    const before = anOrder()
    const { order } = corrected(before, { client: CLIENT })
    const { customer, customerId, billing, revision, sequence, updatedAt, ...rest } = order
    expect(before).toMatchObject(rest)
    expect(sequence).toBe(before.sequence + 1)
  })
})

describe("corrected additionalInfo", () => {
  it("is applied field by field", () => {
    const one = corrected(anOrder({ metadata: { table: 4 } }), {
      additionalInfo: { kiosk: { buzzer_name: "Ana", invoice_print: true } },
    }).order
    const two = corrected(one, {
      expectedRevision: 2,
      additionalInfo: { orderCode: "B-7", kiosk: { invoice_email: "a@b.ec", invoice_print: false } },
    }).order
    expect(two).toMatchObject({ orderCode: "B-7", revision: 3, customer: null })
    expect(two.metadata).toMatchObject({
      table: 4,
      order_id: two.orderExternal,
      additionalInfo: { kiosk: { buzzer_name: "Ana", invoice_email: "a@b.ec", invoice_print: false } },
    })
  })

  it("drops unknown fields", () => {
    const additionalInfo: object = { orderCode: "B-8", table: 9, kiosk: { colour: "red" } }
    const { order, correction } = corrected(anOrder(), { additionalInfo })
    expect(order.metadata.additionalInfo).toBeUndefined()
    expect(correction).toEqual({ revision: 2, at: LATER, additionalInfo: { orderCode: "B-8", kiosk: {} } })
  })
})

describe("outcome of a correction", () => {
  it("is noop when the order has the same values in any spelling", () => {
    const before = anOrder({ orderCode: "A-9", client: { ...CLIENT, govIdNumber: "171-234-567-8" } })
    const { lastName, ...reordered } = CLIENT
    const over = { client: { lastName, ...reordered }, additionalInfo: { orderCode: "A-9" } }
    expect(corrected(before, over)).toEqual({ outcome: "noop", order: before, correction: null })
    expect(corrected(before, { additionalInfo: {} }).outcome).toBe("noop")
  })

  it("is duplicate for a known key, with the original correction", () => {
    const first = corrected(anOrder(), { client: CLIENT })
    const charged = accepted<{ order: OrderRecord }>(charge(first.order, [aTender()])).order
    const again = accepted<CorrectionOutcome>(
      correct(charged, { additionalInfo: { orderCode: "OTHER" } }, first.correction),
    )
    expect(again).toEqual({ outcome: "duplicate", order: charged, correction: first.correction })
    expect(correctionReply(again)).toMatchObject({ outcome: "duplicate", revision: 2, applied: { client: CLIENT } })
    expect(keyedCorrection(again, "k-1")).toEqual([])
  })

  it("is applied for the current revision and a new key", () => {
    const first = corrected(anOrder(), { client: CLIENT })
    expect(keyedCorrection(first, "k-1")).toEqual([{ key: "k-1", correction: first.correction }])
    const second = corrected(first.order, { expectedRevision: 2, client: { ...CLIENT, name: "Eva" } })
    expect([second.outcome, second.order.revision]).toEqual(["applied", 3])
  })
})

describe("conflict of a correction", () => {
  it.each([1, 3])("revision %i of an order that has 2 is stale, even for what it has already", (expectedRevision) => {
    const { order } = corrected(anOrder(), { client: CLIENT })
    const answer = correct(order, { expectedRevision, client: CLIENT })
    expect(answer).toMatchObject({ refused: "STALE_REVISION", data: { currentRevision: 2, orderStatus: "OPEN" } })
  })

  const closed = ["COMPLETED", "CANCELLED", "FORCE_CLOSED"] as const satisfies OrderStatus[]

  it("covers every order status", () => {
    expect([...closed, "OPEN"].sort()).toEqual([...(OrderStatus as unknown as { enum: string[] }).enum].sort())
  })

  it.each(closed)("is ORDER_NOT_OPEN for an order that is %s", (status) => {
    const answer = correct({ ...anOrder(), status }, { client: CLIENT })
    expect(answer).toMatchObject({ refused: "ORDER_NOT_OPEN", data: { orderStatus: status } })
  })

  it.each([
    ["pending", true],
    ["processing", true],
    ["contingency", true],
    ["authorized", true],
    ["cancelling", true],
    ["cancelled", false],
    ["rejected", false],
    ["denied", false],
    ["error", false],
    ["awaiting_payment", false],
  ])("occurs for an invoice that is %s: %s", (status, refused) => {
    const answer = correct({ ...anOrder(), fiscal: { status } }, { client: CLIENT })
    expect(isRefusal(answer) && answer.refused === "ORDER_ALREADY_INVOICED").toBe(refused)
  })

  it("occurs for an invoice whose void the authority refused", () => {
    const fiscal = { status: "rejected", stillValid: true }
    expect(correct({ ...anOrder(), fiscal }, { client: CLIENT })).toMatchObject({
      refused: "ORDER_ALREADY_INVOICED",
      message: "The order's invoice stands, its void was refused: void it and issue another.",
    })
  })

  it("does not occur for a prepaid open order", () => {
    expect(corrected(anOrder({ channel: "WEB", prepaid: { CARD: "6.5" } }), { client: CLIENT }).outcome).toBe("applied")
  })
})
