/** Withdrawals from a drawer during a shift: required fields and limits. */
import { type Scaled, scaleMajor } from "../../money.ts"
import type { Fault } from "../../refusals.ts"
import type { WithdrawalCategory } from "../../shapes/cash-close.ts"
import type { Store } from "../../shapes/store.ts"
import { CASH_DECIMALS } from "./cash-close.ts"

/** In major units, about what a full drawer holds, so that a mistyped amount is noticed. */
const LIMITS: Readonly<Record<string, number>> = {
  USD: 2_000,
  EUR: 2_000,
  BRL: 10_000,
  COP: 8_000_000,
  CLP: 2_000_000,
  ARS: 2_000_000,
  VES: 500_000,
}
const OTHER_LIMIT = 1_000_000

interface WithdrawalInput {
  readonly amount: number
  readonly category: WithdrawalCategory
  readonly notes?: string
}

/** The highest amount of one withdrawal. It must not depend on the cash in the drawer, which the cashier may not learn. */
export function withdrawalLimit(store: Pick<Store, "currency" | "withdrawalLimit">, currency: string): Scaled {
  const own = currency === store.currency ? store.withdrawalLimit : undefined
  return scaleMajor(own ?? LIMITS[currency] ?? OTHER_LIMIT) ?? 0
}

export function withdrawalFault({ amount, category, notes }: WithdrawalInput, limit: Scaled): Fault | null {
  const asked = scaleMajor(amount, CASH_DECIMALS)
  if (asked === null) return { path: "amount", message: "must have at most 2 decimals" }
  if (category === "OTHER" && !notes) return { path: "notes", message: "is required when the category is OTHER" }
  if (asked > limit) return { path: "amount", message: "is above the store's limit for one withdrawal" }
  return null
}
