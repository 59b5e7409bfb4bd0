/** Cash: closes of drawers, made at the hub for a store without a box, and copied from the store otherwise. */
export { applyCash } from "./apply-cash.ts"
export { applyAuthorized, applyOpening, applyShift } from "./apply-shift.ts"
export { type Approved, authorizeCash } from "./authorize-cash.ts"
export { closesOfDay } from "./cash-store.ts"
export { closeCashHandler } from "./close-cash.ts"
export { closeCashDayHandler } from "./close-cash-day.ts"
export {
  type DifferencePage,
  type DifferenceQuery,
  type DifferenceSum,
  listDifferences,
  sumDifferences,
} from "./differences-store.ts"
export { listCashHandler } from "./list-cash.ts"
export {
  listCashDifferencesHandler,
  listDrawerOpeningsHandler,
  listStoreShiftsHandler,
  sumCashDifferencesHandler,
} from "./read-differences.ts"
export { listOpenings, type OpeningPage, openShiftsOf, shiftsOfDay } from "./shifts-store.ts"
