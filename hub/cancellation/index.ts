/** Cancellation of orders: checks, reasons, and refunds. */
export { type Cancel, type CancelRequest, type CancelResult, createCancel } from "./cancel-any-order.ts"
export { cancelLegacyOrderHandler } from "./cancel-legacy-order.ts"
export { cancelOrderHandler } from "./cancel-order.ts"
export { checkCancellationHandler } from "./check-cancellation.ts"
export { listReasonsHandler } from "./list-reasons.ts"
export { createRefunds, type Refunds } from "./run-refunds.ts"
