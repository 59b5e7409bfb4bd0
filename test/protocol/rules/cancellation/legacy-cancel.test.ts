import { describe, expect, test } from "vitest"
import {
  checkLegacyCancel,
  type RefundableMethod,
  refundContext,
  toCancellationRequest,
  toCancelledOrder,
} from "../../../../protocol/rules/cancellation/legacy-cancel.ts"
import type { LegacyCancellation } from "../../../../protocol/shapes/legacy-order.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"

const CARD: RefundableMethod = { id: "m-card", code: "CARD" }
const LINK: RefundableMethod = { id: "m-link", code: "LINK", requiresOrderToken: true }
const ASKED: LegacyCancellation = { reason: "Sin repartidor", vendor_uid: "acme.ec.quito" }

interface Wish {
  readonly asked?: Partial<LegacyCancellation>
  readonly paid?: string[]
  readonly settled?: boolean
  readonly metadata?: Record<string, unknown>
}

function verdict({ asked = {}, paid = ["CARD"], settled = true, metadata = {} }: Wish) {
  const order = {
    vendorId: "acme.ec.quito",
    storeId: "s-1",
    settlement: { status: settled ? "settled" : "pending" },
    paymentMethods: paid.map((method) => ({ method, amount: "65000" })),
    metadata,
  } as unknown as OrderRecord
  return checkLegacyCancel({ order, asked: { ...ASKED, ...asked }, methods: [CARD, LINK] })?.refused ?? "goes on"
}

describe("legacy cancellation", () => {
  test.each<[string, Wish, string]>([
    ["of the order's vendor", {}, "goes on"],
    ["of another vendor", { asked: { vendor_uid: "acme.ec.guayaquil" } }, "NOT_FOUND"],
    ["of the order's store", { asked: { store_uid: "s-1" } }, "goes on"],
    ["of another store", { asked: { store_uid: "s-2" } }, "NOT_FOUND"],
    ["with a payment method of the vendor", { asked: { payment_method_uid: "m-link" } }, "goes on"],
    ["with a payment method that nobody has", { asked: { payment_method_uid: "m" } }, "PAYMENT_METHODS_NOT_FOUND"],
    ["paid with a processor that needs the token, without it", { paid: ["LINK"] }, "ORDER_TOKEN_REQUIRED"],
    ["paid in part with one that needs it", { paid: ["CARD", "LINK"] }, "ORDER_TOKEN_REQUIRED"],
    ["with the token", { paid: ["LINK"], metadata: { order_token: "t" } }, "goes on"],
    ["with an empty token", { paid: ["LINK"], metadata: { order_token: "" } }, "ORDER_TOKEN_REQUIRED"],
    ["with a token that is no text", { paid: ["LINK"], metadata: { order_token: 5 } }, "ORDER_TOKEN_REQUIRED"],
    ["that has nothing to give back", { paid: ["LINK"], settled: false }, "goes on"],
  ])("%s: %s", (_what, wish, expected) => {
    expect(verdict(wish)).toBe(expected)
  })
})

describe("legacy request", () => {
  test.each<[Partial<LegacyCancellation>, object]>([
    [{}, { reason: "Sin repartidor" }],
    [{ reason: "  fin  " }, { reason: "Legacy: fin" }],
    [{ reason: " 12345 " }, { reason: "12345" }],
    [{ cancellation_type: "rider-missing" }, { reason: "Sin repartidor", cancellationType: "rider-missing" }],
  ])("%j becomes %j", (asked, request) => {
    expect(toCancellationRequest({ ...ASKED, ...asked })).toEqual(request)
  })

  const order = { metadata: { order_token: "t" } } as unknown as OrderRecord
  const nothing = { email: null, media: null, paymentMethodId: null, cancellationType: null, orderToken: "t" }

  test.each<[Partial<LegacyCancellation>, object]>([
    [{}, { ...nothing, authenticated: false, payerId: null }],
    [{ anonymous_customer_uid: "a" }, { ...nothing, authenticated: false, payerId: "a" }],
    [
      { customer_uid: "c", anonymous_customer_uid: "a" },
      { ...nothing, authenticated: true, payerId: "c" },
    ],
    [
      { email: "e@acme.test", media: "WEB", payment_method_uid: "m-link", cancellation_type: "x" },
      {
        authenticated: false,
        payerId: null,
        email: "e@acme.test",
        media: "WEB",
        paymentMethodId: "m-link",
        cancellationType: "x",
        orderToken: "t",
      },
    ],
  ])("with %j gives the provider %j", (asked, context) => {
    expect(refundContext(order, { ...ASKED, ...asked })).toEqual(context)
  })
})

describe("order after a legacy cancellation", () => {
  const asked = { ...ASKED, cancellation_type: "rider-missing" }
  const copy = (status: string, settled: boolean) =>
    ({
      status,
      paymentStatus: "SUCCEEDED",
      settlement: { status: settled ? "settled" : "pending" },
      metadata: { order_token: "t" },
    }) as unknown as OrderRecord

  test("is the hub's copy once that is cancelled", () => {
    const order = copy("CANCELLED", true)
    expect(toCancelledOrder(order, asked, "CANCELED")).toBe(order)
  })

  test.each([
    [true, "REFUNDED"],
    [true, "CANCELED"],
    [false, "CANCELED"],
  ] as const)("is told from here while the copy is behind (paid: %s, %s)", (settled, paymentStatus) => {
    expect(toCancelledOrder(copy("OPEN", settled), asked, paymentStatus)).toMatchObject({
      status: "CANCELLED",
      paymentStatus,
      metadata: { order_token: "t", cancellation: { reason: "Sin repartidor", type: "rider-missing" } },
    })
  })
})
