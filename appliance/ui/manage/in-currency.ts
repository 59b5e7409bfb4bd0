/** Money of another currency than the store's, which has its code beside it. */
import type { Scaled } from "../../../protocol/money.ts"
import { toMajor } from "../../../protocol/money.ts"
import type { Figures } from "../../../ui/figures.tsx"

export function inCurrency({ money }: Pick<Figures, "money">, currency: string, own: string) {
  return (amount: Scaled): string => (currency === own ? money(amount) : `${currency} ${toMajor(amount).toFixed(2)}`)
}
