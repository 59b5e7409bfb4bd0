/** The store's business day. People open and close it at the store. */
export { closeDayHandler } from "./close-day.ts"
export { listDaysHandler } from "./list-days.ts"
export { type OpenDayDeps, openDayHandler, readDayDates } from "./open-day.ts"
export { restoreDay } from "./restore-day.ts"
export { findDayOrUnopened, unopenedDay } from "./unopened-day.ts"
