/** Business days: closed here where there is no box, copied from the store where there is one. */
export { applyDay } from "./apply-day.ts"
export { closeDayHandler } from "./close-day.ts"
export { findDay, latestDaysOf, openDayOf } from "./days-store.ts"
export { listStoreTotalsHandler, readTotalsHandler } from "./read-totals.ts"
