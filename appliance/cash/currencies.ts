/** The currencies that lie in a drawer: those it was opened with, and those in which its cashier took cash since. */
import type { Shift } from "../../protocol/shapes/shift.ts"
import { cashCurrencies } from "../orders/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** The shift's own first. A sale of this very moment is the next shift's. */
export function currenciesOf(tx: BoxTx, shift: Shift): string[] {
  const window = { shiftStart: shift.openedAt, shiftEnd: tx.now, operatorUid: shift.operatorUid }
  const sold = cashCurrencies(tx, window)
  const others = (shift.otherFloats ?? []).map(({ currency }) => currency)
  return [...new Set([shift.currency, ...others, ...sold])]
}

/** What the drawer began with in a currency; major units. */
export function floatOf(shift: Shift, currency: string): number {
  if (currency === shift.currency) return shift.openingBalance
  return shift.otherFloats?.find((float) => float.currency === currency)?.openingBalance ?? 0
}
