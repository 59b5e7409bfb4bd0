/** Cashiers' shifts on the box's disk. */
export {
  findOperatorName,
  findShift,
  latestClosedShift,
  nextShiftSequence,
  openShiftOf,
  openShifts,
  openShiftsForMoney,
  saveShift,
} from "./shifts-store.ts"
