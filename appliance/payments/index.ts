/** Payment links at the store: asked for at a register, answered by the hub, settled here. */

export { applyLinkPayment, placeArrived } from "./apply-link-payment.ts"
export { ordersInDoubt } from "./orders-in-doubt.ts"
export { readChargeHandler, requestChargeHandler } from "./request-payment-link.ts"
export { returnTenderHandler } from "./return-tender.ts"
export {
  holdTendersHandler,
  settleTendersHandler,
  takenBeside,
  tendersInDoubt,
  unlessPaymentInDoubt,
} from "./settle-payments-in-doubt.ts"
