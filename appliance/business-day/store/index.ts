/** Business days on the box's disk. */
export { closedDates, currentDay, findDay, latestDay, latestDays, saveDay } from "./days-store.ts"
