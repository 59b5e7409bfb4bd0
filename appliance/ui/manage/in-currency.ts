/** Formats an amount; one in another currency than the store's gets its code. */
import type { Scaled } from "../../../protocol/money.ts"
import type { Figures } from "../../../ui/figures.tsx"

export function inCurrency({ money, foreign }: Pick<Figures, "money" | "foreign">, currency: string, own: string) {
  return (amount: Scaled): string => (currency === own ? money(amount) : foreign(amount, currency))
}
