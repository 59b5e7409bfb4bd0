/** Cash: drawers closed here where there is no box, copied from the store where there is one. */
export { applyCash } from "./apply-cash.ts"
export { closesOfDay } from "./cash-store.ts"
export { closeCashHandler } from "./close-cash.ts"
export { closeCashDayHandler } from "./close-cash-day.ts"
export { listCashHandler } from "./list-cash.ts"
