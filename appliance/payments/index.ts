/** Payment links (requested at a register, created by the hub, settled here) and payments in doubt. */

export { applyLinkPayment, type LinkPaymentDeps, listOrdersInDoubt, settleArrivedOrder } from "./apply-link-payment.ts"
export { readChargeHandler, requestChargeHandler } from "./request-payment-link.ts"
export { returnTenderHandler } from "./return-tender.ts"
export {
  holdTendersHandler,
  listPaymentsInDoubt,
  refusePaymentInDoubt,
  settleTendersHandler,
  tendersTakenBeside,
  unlessPaymentInDoubt,
} from "./settle-payments-in-doubt.ts"
