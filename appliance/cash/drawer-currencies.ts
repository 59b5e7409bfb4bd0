/** The currencies that lie in a drawer: those it was opened with, and those in which its cashier took cash since. */
import type { Shift } from "../../protocol/shapes/shift.ts"
import type { BoxTx } from "../storage/index.ts"
import { soldCurrencies } from "./shift-money.ts"

/** The shift's own first. */
export function currenciesOf(tx: BoxTx, shift: Shift): string[] {
  const sold = soldCurrencies(tx, shift)
  const others = (shift.otherFloats ?? []).map(({ currency }) => currency)
  return [...new Set([shift.currency, ...others, ...sold])]
}

/** What the drawer began with in a currency; major units. */
export function floatOf(shift: Shift, currency: string): number {
  if (currency === shift.currency) return shift.openingBalance
  return shift.otherFloats?.find((float) => float.currency === currency)?.openingBalance ?? 0
}
