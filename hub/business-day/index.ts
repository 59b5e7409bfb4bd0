/** Business days: closed at the hub for a store without a box, and copied from the store otherwise. */
export { applyDay } from "./apply-day.ts"
export { closeDayHandler } from "./close-day.ts"
export { findDay, latestDaysOf, openDayOf, openDaysOf } from "./days-store.ts"
export { listStoreDaysHandler } from "./list-store-days.ts"
export { listStoreTotalsHandler, readTotalsHandler } from "./read-totals.ts"
