/** The register's endpoints for a payment whose outcome is unknown: keep it with its order, and settle it before the day's close. */
import Type from "typebox"
import { PaymentInDoubt } from "../shapes/payment-in-doubt.ts"
import { oneOf, ShortText } from "../shapes/scalars.ts"
import { PaymentConfirmation, TenderRequest } from "../shapes/tender.ts"
import { endpoint } from "./endpoint.ts"
import { confirmPayment } from "./orders.ts"

export const holdTenders = endpoint({
  name: "register.holdTenders",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/doubts",
  scope: "store:register",
  repeatable: true,
  params: Type.Object({ orderId: ShortText }),
  body: Type.Object({
    /** The tender among them whose outcome is unknown. */
    doubtId: ShortText,
    /** All tenders that settle the order if the payment succeeded. They are sent as approved, and kept aside until the outcome is known. */
    payments: PaymentConfirmation.properties.payments,
  }),
  replies: { 200: PaymentInDoubt, 201: PaymentInDoubt },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "ORDER_NOT_OPEN"],
  summary: "Keeps an open order's tenders aside while nobody knows whether one of them was paid.",
  section: "screens.md#cashier-charges",
})

export const settleTenders = endpoint({
  name: "register.settleTenders",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/doubts/:doubtId/settle",
  scope: "store:register",
  repeatable: true,
  params: Type.Object({ doubtId: ShortText }),
  body: Type.Object({ outcome: oneOf("paid", "not_paid") }),
  replies: {
    200: Type.Object({
      doubt: PaymentInDoubt,
      outcome: oneOf("paid", "not_paid"),
      /** Other tenders already taken for the order but not recorded yet, for the register to go on with. Empty if it was paid. */
      taken: Type.Array(TenderRequest),
    }),
  },
  refusals: confirmPayment.refusals,
  summary: "Settles a payment in doubt: paid charges the order with it; not paid records it as declined.",
  section: "screens.md#cashier-charges",
})

export const returnTender = endpoint({
  name: "register.returnTender",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/taken/:transactionId/return",
  scope: "store:register",
  repeatable: true,
  params: Type.Object({ orderId: ShortText, transactionId: ShortText }),
  replies: { 200: Type.Object({ transactionId: Type.String() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "ORDER_NOT_OPEN"],
  summary:
    "Records that the guest got back a tender that was taken beside a failed payment; the order no longer counts it.",
  section: "screens.md#cashier-charges",
})
