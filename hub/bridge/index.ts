/** The payment-link bridge: charges, their attempts, and what their money does to orders. */
export { orderCancelled } from "./close-charge.ts"
export { addAttemptHandler, createChargeHandler, getChargeHandler } from "./create-charge.ts"
export { cancelAttemptHandler, refundAttemptHandler } from "./end-attempt.ts"
export { applyChargeAsked, applyUnplaced, orderArrived } from "./hear-store.ts"
export { hearPaymentHandler } from "./hear-webhook.ts"
export { bridgeKinds } from "./jobs.ts"
export type { BridgeParts } from "./parts.ts"
export { createRefundOrder, type RefundOrder } from "./refund-order.ts"
