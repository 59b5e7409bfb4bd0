/** Payment links at the store: asked for at a register, answered by the hub, settled here. */
export { askChargeHandler, readChargeHandler } from "./ask-charge.ts"
export { hearPayment, placeArrived } from "./hear-payment.ts"
export { ordersInDoubt } from "./orders-in-doubt.ts"
export { returnTenderHandler } from "./return-tender.ts"
export {
  holdTendersHandler,
  settleTendersHandler,
  takenBeside,
  tendersInDoubt,
  unlessInDoubt,
} from "./tender-doubts.ts"
