/** What the store manager's page sees and does, across the rooms of the box. */
export { closeStoreDayHandler } from "./close-store-day.ts"
export { listParkedHandler, settleParkedHandler } from "./parked.ts"
export { readStateHandler, type StateParts } from "./read-state.ts"
