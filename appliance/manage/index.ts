/** What the store manager's page sees and does, across the rooms of the box. */
export { closeStoreDayHandler } from "./close-store-day.ts"
export { listParkedHandler, settleParkedHandler } from "./dead-letters.ts"
export { readStateHandler, type StateParts } from "./read-store-state.ts"
