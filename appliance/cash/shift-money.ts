/** The money of a shift: by the shift that each sale names, so that a clock which jumps moves none of it. */
import type { Shift } from "../../protocol/shapes/shift.ts"
import { cashBetween, cashCurrencies, cashCurrenciesInShift, cashInShift } from "../orders/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Sales name a shift that this program opened. One that was open at its update is counted by time. */
export function isCountedById({ sequence }: Shift): boolean {
  return sequence !== undefined
}

export function cashOf(tx: BoxTx, shift: Shift, currency: string): number {
  return isCountedById(shift)
    ? cashInShift(tx, shift.shiftId, currency)
    : cashBetween(tx, { ...timeOf(tx, shift), currency })
}

/** In which its cashier took cash. */
export function soldCurrencies(tx: BoxTx, shift: Shift): string[] {
  return isCountedById(shift) ? cashCurrenciesInShift(tx, shift.shiftId) : cashCurrencies(tx, timeOf(tx, shift))
}

/** A sale of this very moment is the next shift's. */
function timeOf(tx: BoxTx, { openedAt, operatorUid }: Shift) {
  return { shiftStart: openedAt, shiftEnd: tx.now, operatorUid }
}
