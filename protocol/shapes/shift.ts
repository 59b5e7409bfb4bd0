/** A cashier's shift at a register: float, withdrawals, drawer openings (docs/contract/cash.md#cash-reconciliations-version-2). */
import Type, { type Static } from "typebox"
import { WithdrawalCategory } from "./cash-close.ts"
import { personal } from "./privacy.ts"
import { PrintJobStatus } from "./queued-print-job.ts"
import { CurrencyCode, Instant, LocalDate, nullable, ShortText, Uuid } from "./scalars.ts"

/** In major units, at most 2 decimals. */
const Cash = Type.Number({ minimum: 0 })

const ShiftWithdrawal = Type.Object({
  withdrawalId: Uuid,
  amount: Cash,
  /** Left out: the shift's currency. */
  currency: Type.Optional(CurrencyCode),
  category: WithdrawalCategory,
  withdrawnAt: Instant,
  /** The staff member who authorised it; left out if the store had no staff yet. */
  authorizerUid: Type.Optional(Type.String()),
  authorizerName: personal(nullable(Type.String())),
  notes: personal(nullable(Type.String())),
})

/** The float in another currency. */
export const OtherFloat = Type.Object({ currency: CurrencyCode, openingBalance: Cash })

/** A shift as the register sees it, without the expected cash, which the cashier must not know when counting. */
export const Shift = Type.Object({
  shiftId: Uuid,
  storeId: Uuid,
  businessDayDate: LocalDate,
  terminalUid: Type.String(),
  operatorUid: ShortText,
  operatorName: personal(ShortText),
  currency: CurrencyCode,
  openingBalance: Cash,
  otherFloats: Type.Optional(Type.Array(OtherFloat)),
  openedAt: Instant,
  closedAt: nullable(Instant),
  /** Number of the shift in its store. Left out if an earlier version opened it; its money is then found by time. */
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  withdrawals: Type.Array(ShiftWithdrawal),
})
export type Shift = Static<typeof Shift>

/** An opening of a cash drawer: why, by whom, in whose shift. */
export const DrawerOpened = Type.Object({
  openingId: Uuid,
  at: Instant,
  reason: Type.String(),
  /** `device:<id>` or `apikey:<id>`. */
  by: nullable(Type.String()),
  terminalUid: nullable(Type.String()),
  shiftId: nullable(Uuid),
  operatorName: personal(nullable(Type.String())),
  jobId: Uuid,
})
export type DrawerOpened = Static<typeof DrawerOpened>

/** The same, with the state of the print job that opens the drawer. */
export const DrawerOpening = Type.Object({
  ...DrawerOpened.properties,
  /** State of that job; null once the print queue has deleted it. */
  state: nullable(PrintJobStatus),
})
export type DrawerOpening = Static<typeof DrawerOpening>
