/** Reads open shifts, because an order records the shift of each payment. Here and not in `cash/`, which imports orders. */
import type { OpenShift } from "../../protocol/rules/cash/cash-shift.ts"
import type { BoxTx } from "../storage/index.ts"

/** Newest first. */
export function openShiftsForMoney({ db }: BoxTx): OpenShift[] {
  return db
    .prepare<[], OpenShift>(
      `SELECT shift_id AS shiftId, terminal_uid AS terminalUid, body ->> '$.operatorUid' AS operatorUid,
         body ->> '$.openedAt' AS openedAt
       FROM shift WHERE closed_at IS NULL ORDER BY coalesce(sequence, 0) DESC, terminal_uid`,
    )
    .all()
}
