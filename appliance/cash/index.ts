/** Cash at the store: shifts of its registers, and the reconciliations that end them. */
export { closesOfDay, closesOfSession } from "./cash-store.ts"
export { closeCashHandler } from "./close-cash.ts"
export { closeCashDayHandler } from "./close-cash-day.ts"
export { closeShiftHandler } from "./close-shift.ts"
export { openShiftHandler } from "./open-shift.ts"
export { findShift, openShiftOf, openShifts } from "./shifts-store.ts"
export { withdrawCashHandler } from "./withdraw-cash.ts"
