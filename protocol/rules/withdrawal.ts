/** Money taken out of a drawer during a shift: what must be said of it, and never more than can lie there. */
import { type Scaled, scaleMajor, sum } from "../money.ts"
import type { Fault } from "../refusals.ts"
import type { WithdrawalCategory } from "../shapes/cash-close.ts"
import type { Shift } from "../shapes/shift.ts"
import { CASH_DECIMALS, expectedCash } from "./cash-close.ts"

export interface WithdrawalAsked {
  readonly amount: number
  readonly category: WithdrawalCategory
  readonly notes?: string
}

/** The count of a drawer is blind: the words never tell what should be in it. */
export function withdrawalFault({ amount, category, notes }: WithdrawalAsked, inDrawer: Scaled): Fault | null {
  const asked = scaleMajor(amount, CASH_DECIMALS)
  if (asked === null) return { path: "amount", message: "must have at most 2 decimals" }
  if (category === "OTHER" && !notes) return { path: "notes", message: "is required when the category is OTHER" }
  if (asked > inDrawer) return { path: "amount", message: "is more than the drawer can hold" }
  return null
}

interface DrawerMoney {
  readonly currency: string
  /** What the drawer began with in the currency; major units. */
  readonly float: number
  readonly cashSales: Scaled
}

/** What the close will expect: a shift from which more was taken could never be closed. */
export function heldBy({ currency: own, withdrawals }: Shift, { currency, float, cashSales }: DrawerMoney): Scaled {
  const taken = withdrawals.filter((withdrawal) => (withdrawal.currency ?? own) === currency)
  return expectedCash((scaleMajor(float) ?? 0) + cashSales - sum(taken.map(({ amount }) => scaleMajor(amount) ?? 0)))
}
