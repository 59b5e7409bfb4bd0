/** The hub's side of sync with its stores. */

export { createSync, openStoreLog, type Sync, type SyncDeps, type SyncStateView } from "./create-sync.ts"
export type { DeadLetter } from "./dead-letters-store.ts"
export type { Wire } from "./notify-stores.ts"
export { commandsOfOrder, deadLettersOfOrder, type OrderSyncFacts } from "./order-sync-store.ts"
export {
  type ApplyUp,
  type Begun,
  type ChangedSince,
  createRunStep,
  type LeftoverOps,
  type OfferOp,
  type RunStep,
} from "./run-step.ts"
export { deadLettersOfStore, type SettleDeadLetter } from "./settle-dead-letter.ts"
export { requestDeadLetterAction, saveStoreDeadLetters } from "./store-dead-letters-store.ts"
export { ordersSentAfter, recordsSince, replaceUnapplied } from "./store-log-store.ts"
export { contactsOf, countDeadLetters, type StoreSyncRow, syncRowsOf } from "./store-states-store.ts"
export { lockStoreLogs, lockStoreLogsOfJobs } from "./sync-state-store.ts"
