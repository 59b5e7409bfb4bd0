/** A cashier's shift at a register of the box: float, withdrawals, blind count (docs/contract/cash.md#cash-reconciliations-version-2). */
import Type, { type Static } from "typebox"
import { WithdrawalCategory } from "./cash-close.ts"
import { PrintJobStatus } from "./queued-print-job.ts"
import { CurrencyCode, Instant, LocalDate, nullable, ShortText, Uuid } from "./scalars.ts"

/** Major units, at most 2 decimals. */
const Cash = Type.Number({ minimum: 0 })

const ShiftWithdrawal = Type.Object({
  withdrawalId: Uuid,
  amount: Cash,
  /** Left out: the shift's own. */
  currency: Type.Optional(CurrencyCode),
  category: WithdrawalCategory,
  withdrawnAt: Instant,
  /** Who lent the role, of the store's staff; left out before the store had any. */
  authorizerUid: Type.Optional(Type.String()),
  authorizerName: nullable(Type.String()),
  notes: nullable(Type.String()),
})

/** What a drawer begins with in a second currency. */
export const OtherFloat = Type.Object({ currency: CurrencyCode, openingBalance: Cash })

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
  otherFloats: Type.Optional(Type.Array(OtherFloat)),
  openedAt: Instant,
  closedAt: nullable(Instant),
  /** Counts the store's shifts, whatever the clock says. Left out of one that an older program opened: its money is found by time. */
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  withdrawals: Type.Array(ShiftWithdrawal),
})
export type Shift = Static<typeof Shift>

/** One opening of a drawer: why, by whom, in whose shift. */
export const DrawerOpened = Type.Object({
  openingId: Uuid,
  at: Instant,
  reason: Type.String(),
  /** `device:<id>` or `apikey:<id>`. */
  by: nullable(Type.String()),
  terminalUid: nullable(Type.String()),
  shiftId: nullable(Uuid),
  operatorName: nullable(Type.String()),
  jobId: Uuid,
})
export type DrawerOpened = Static<typeof DrawerOpened>

/** The same, with what became of the pulse. */
export const DrawerOpening = Type.Object({
  ...DrawerOpened.properties,
  /** Of the job that sends the pulse; null once the spool has forgotten it. */
  state: nullable(PrintJobStatus),
})
export type DrawerOpening = Static<typeof DrawerOpening>
