/** The money of a shift: by the shift that each sale names, so that a clock which jumps moves none of it. */
import type { Shift } from "../../protocol/shapes/shift.ts"
import { cashBetween, cashCurrencies, cashCurrenciesInShift, cashInShift } from "../orders/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Sales name a shift that this program opened. One that was open at its update is counted by time. */
export function isCountedById({ sequence }: Shift): boolean {
  return sequence !== undefined
}

export function cashOfShift(tx: BoxTx, shift: Shift, currency: string): number {
  return isCountedById(shift)
    ? cashInShift(tx, shift.shiftId, currency)
    : cashBetween(tx, { ...shiftWindow(tx, shift), currency })
}

/** In which its cashier took cash. */
function cashCurrenciesOfShift(tx: BoxTx, shift: Shift): string[] {
  return isCountedById(shift) ? cashCurrenciesInShift(tx, shift.shiftId) : cashCurrencies(tx, shiftWindow(tx, shift))
}

/** A sale of this very moment is the next shift's. */
function shiftWindow(tx: BoxTx, { openedAt, operatorUid }: Shift) {
  return { shiftStart: openedAt, shiftEnd: tx.now, operatorUid }
}

/** The shift's own first. */
export function drawerCurrencies(tx: BoxTx, shift: Shift): string[] {
  const sold = cashCurrenciesOfShift(tx, shift)
  const others = (shift.otherFloats ?? []).map(({ currency }) => currency)
  return [...new Set([shift.currency, ...others, ...sold])]
}

/** What the drawer began with in a currency; major units. */
export function floatOf(shift: Shift, currency: string): number {
  if (currency === shift.currency) return shift.openingBalance
  return shift.otherFloats?.find((float) => float.currency === currency)?.openingBalance ?? 0
}
