/** What the store manager's page sees and does, across the rooms of the box. */
export { closeStoreDayHandler } from "./close-store-day.ts"
export { listDeadLettersHandler, settleDeadLetterHandler } from "./dead-letters.ts"
export { readStateHandler, type StateDeps } from "./read-store-state.ts"
