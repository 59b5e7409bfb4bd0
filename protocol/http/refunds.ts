/** Refunds of completed sales at a register (docs/contract/cancellation.md#refund-a-completed-order). */
import Type from "typebox"
import { OrderRefund } from "../shapes/order.ts"
import { MajorAmount, nullable, ScaledText, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const REASON_CHARS_MAX = 500
const LINES_MAX = 500

const params = Type.Object({ orderId: Uuid })

export const readRefundable = endpoint({
  name: "register.readRefundable",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/orders/:orderId/refundable",
  scope: "store:register",
  params,
  replies: {
    200: Type.Object({
      currencyCode: Type.String(),
      amount: ScaledText,
      lines: Type.Array(
        Type.Object({ lineId: Type.String(), name: Type.String(), quantity: Type.Number(), amount: ScaledText }),
      ),
      /** `byProvider`: only the hub can have this money returned. */
      methods: Type.Array(Type.Object({ method: Type.String(), amount: ScaledText, byProvider: Type.Boolean() })),
      /** Until when the whole sale can be voided with one key; null when that time is over. */
      voidUntil: nullable(Type.String()),
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "What of a completed sale can still be refunded: lines, amounts and methods. Zero for any other order.",
  section: "cancellation.md#refund-a-completed-order",
})

export const refundSale = endpoint({
  name: "register.refundSale",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/refunds",
  scope: "store:register",
  role: "supervisor",
  repeatable: true,
  params,
  body: Type.Object({
    refundId: Uuid,
    reason: Type.String({ minLength: 1, maxLength: REASON_CHARS_MAX, pattern: "\\S" }),
    /** With neither `lines` nor `amount`, all that is left. */
    lines: Type.Optional(
      Type.Array(Type.Object({ lineId: ShortText, quantity: Type.Number({ exclusiveMinimum: 0 }) }), {
        minItems: 1,
        maxItems: LINES_MAX,
      }),
    ),
    /** Major units. */
    amount: Type.Optional(MajorAmount),
    /** How the guest gets all of it back. Left out: the way it was paid. */
    method: Type.Optional(ShortText),
  }),
  replies: { 200: OrderRefund, 201: OrderRefund },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "REFUND_FAILED", "PAYLOAD_TOO_LARGE"],
  summary:
    "Returns the money of a completed sale: all of it, some lines, or an amount. Prints a slip. A repeat is 200.",
  section: "cancellation.md#refund-a-completed-order",
})
