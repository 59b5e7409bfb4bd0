/** Cancellation: whether, why, and the money given back. */
export { type Cancel, type CancelAsked, type CancelDone, createCancel } from "./cancel.ts"
export { cancelLegacyOrderHandler } from "./cancel-legacy-order.ts"
export { cancelOrderHandler } from "./cancel-order.ts"
export { checkCancellationHandler } from "./check-cancellation.ts"
export { createRefunds, type Refunds } from "./drive-refunds.ts"
export { listReasonsHandler } from "./list-reasons.ts"
