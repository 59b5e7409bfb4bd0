/** How the hub agrees with its stores. */

export { createSync, type LineView, type Sync, type SyncParts } from "./create-sync.ts"
export type { Wire } from "./notify-stores.ts"
export { type About, commandsAbout, parkedAbout } from "./order-sync-store.ts"
export {
  type ApplyUp,
  type Begun,
  type ChangedSince,
  createTakeStep,
  type FormerOps,
  type Offer,
  type TakeStep,
} from "./run-step.ts"
export { parkedOfStore, type SettleParked } from "./settle-dead-letter.ts"
export { askOfParked, saveParkedInStore } from "./store-dead-letters-store.ts"
export { keptSince, ordersSentAfter, type ParkedOp, replaceUnapplied } from "./store-log-store.ts"
export { contactsOf, countParked, linesOf, type StoreLineView } from "./store-states-store.ts"
export { holdLines } from "./sync-state-store.ts"
