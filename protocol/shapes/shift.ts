/** A cashier's shift at a register of the box: float, withdrawals, blind count (document 2, *Cash reconciliations v2*). */
import Type, { type Static } from "typebox"
import { WithdrawalCategory } from "./cash-close.ts"
import { CurrencyCode, Instant, LocalDate, nullable, ShortText, Uuid } from "./scalars.ts"

/** Major units, at most 2 decimals. */
const Cash = Type.Number({ minimum: 0 })

export const ShiftWithdrawal = Type.Object({
  withdrawalId: Uuid,
  amount: Cash,
  category: WithdrawalCategory,
  withdrawnAt: Instant,
  authorizerName: nullable(Type.String()),
  notes: nullable(Type.String()),
})
export type ShiftWithdrawal = Static<typeof ShiftWithdrawal>

/** What the register may see of a shift: never the expected cash, since the count is blind. */
export const Shift = Type.Object({
  shiftId: Uuid,
  storeId: Uuid,
  businessDayDate: LocalDate,
  terminalUid: Type.String(),
  operatorUid: ShortText,
  operatorName: ShortText,
  currency: CurrencyCode,
  openingBalance: Cash,
  openedAt: Instant,
  closedAt: nullable(Instant),
  withdrawals: Type.Array(ShiftWithdrawal),
})
export type Shift = Static<typeof Shift>
