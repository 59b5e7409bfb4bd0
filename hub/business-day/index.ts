/** Business days: closed here where there is no box, copied from the store where there is one. */
export { applyDay } from "./apply-day.ts"
export { closeDayHandler } from "./close-day.ts"
export { findDay, latestDaysOf, openDayOf, openDaysOf } from "./days-store.ts"
export { listStoreDaysHandler } from "./list-store-days.ts"
export { listStoreTotalsHandler, readTotalsHandler } from "./read-totals.ts"
