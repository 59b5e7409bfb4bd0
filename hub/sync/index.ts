/** How the hub agrees with its stores. */
export { type About, commandsAbout, parkedAbout } from "./about-store.ts"
export { createSync, type LineView, type Sync, type SyncParts } from "./create-sync.ts"
export { contactsOf, countParked, linesOf, type StoreLineView } from "./fleet-store.ts"
export { holdLines } from "./line-store.ts"
export { keptSince, ordersSentAfter, type ParkedOp, replaceUnapplied } from "./log-store.ts"
export { askOfParked, saveParkedInStore } from "./parked-in-store-store.ts"
export type { Wire } from "./pokes.ts"
export { parkedOfStore, type SettleParked } from "./settle-parked.ts"
export {
  type ApplyUp,
  type Begun,
  type ChangedSince,
  createTakeStep,
  type FormerOps,
  type Offer,
  type TakeStep,
} from "./take-step.ts"
