/** The store's business day: opened and closed by people, at the store. */
export { closeDayHandler } from "./close-day.ts"
export { closedUntil, currentDay, findDay, latestDay } from "./days-store.ts"
export { listDaysHandler } from "./list-days.ts"
export { openDayHandler } from "./open-day.ts"
export { takeBackDay } from "./take-back.ts"
