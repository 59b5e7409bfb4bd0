/** What a register says of a payment that it knows no outcome of: held with its order, and settled before the close. */
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
    /** All that settles the order, should the money have come: told as approved, kept aside until then. */
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
      /** What was taken beside it and is not recorded yet: the register goes on with it. Empty once it was paid. */
      taken: Type.Array(TenderRequest),
    }),
  },
  refusals: confirmPayment.refusals,
  summary: "Says whether a payment in doubt came: then the order is charged with it; else it is recorded as declined.",
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
  summary: "The guest has back what was taken beside a payment that did not come: the order no longer counts on it.",
  section: "screens.md#cashier-charges",
})
