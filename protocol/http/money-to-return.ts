/** The endpoint that records a refund to a guest: of a cancelled order, or of a second payment. */
import Type from "typebox"
import { Refund, RefundSource } from "../shapes/cancellation.ts"
import { PaymentStatus } from "../shapes/order.ts"
import { personal } from "../shapes/privacy.ts"
import { nullable, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const NOTE_MAX_CHARS = 500

export const recordRefund = endpoint({
  name: "register.recordRefund",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/refund-recorded",
  scope: "store:register",
  role: "supervisor",
  params: Type.Object({ orderId: Uuid }),
  body: Type.Object({
    /** `drawer`: cash from the drawer of this register's open shift. */
    source: RefundSource,
    note: Type.Optional(personal(nullable(Type.String({ maxLength: NOTE_MAX_CHARS })))),
  }),
  replies: { 200: Type.Object({ orderId: Uuid, paymentStatus: PaymentStatus, refunds: Type.Array(Refund) }) },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary:
    "Records that the guest got the money of a cancelled order or a second payment back. A repeat changes nothing.",
  section: "cancellation.md#money-to-return",
})
