/** The cash of a shift and its currencies. Sales name their shift, so a clock that jumps cannot move them to another one. */
import type { Shift } from "../../protocol/shapes/shift.ts"
import { cashBetween, cashCurrencies, cashCurrenciesInShift, cashInShift } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Whether sales name this shift. A shift without a sequence was opened by an older version and is counted by time. */
export function isCountedById({ sequence }: Shift): boolean {
  return sequence !== undefined
}

export function cashOfShift(tx: BoxTx, shift: Shift, currency: string): number {
  return isCountedById(shift)
    ? cashInShift(tx, shift.shiftId, currency)
    : cashBetween(tx, { ...shiftWindow(tx, shift), currency })
}

/** Currencies in which the cashier took cash. */
function cashCurrenciesOfShift(tx: BoxTx, shift: Shift): string[] {
  return isCountedById(shift) ? cashCurrenciesInShift(tx, shift.shiftId) : cashCurrencies(tx, shiftWindow(tx, shift))
}

/** The end is exclusive: a sale at this moment belongs to the next shift. */
function shiftWindow(tx: BoxTx, { openedAt, operatorUid }: Shift) {
  return { shiftStart: openedAt, shiftEnd: tx.now, operatorUid }
}

/** Currencies that the drawer was opened with, and those in which cash was taken since. The shift's own is first. */
export function drawerCurrencies(tx: BoxTx, shift: Shift): string[] {
  const sold = cashCurrenciesOfShift(tx, shift)
  const others = (shift.otherFloats ?? []).map(({ currency }) => currency)
  return [...new Set([shift.currency, ...others, ...sold])]
}

/** The float in a currency, in major units. */
export function floatOf(shift: Shift, currency: string): number {
  if (currency === shift.currency) return shift.openingBalance
  return shift.otherFloats?.find((float) => float.currency === currency)?.openingBalance ?? 0
}
