/** The shifts that are open, for an order to note in which one its money was taken. */
import type { OpenShift } from "../../protocol/rules/cash/cash-shift.ts"
import type { BoxTx } from "../storage/index.ts"

/** The newest first. */
export function openShiftsForMoney({ db }: BoxTx): OpenShift[] {
  return db
    .prepare<[], OpenShift>(
      `SELECT shift_id AS shiftId, terminal_uid AS terminalUid, body ->> '$.operatorUid' AS operatorUid,
         body ->> '$.openedAt' AS openedAt
       FROM shift WHERE closed_at IS NULL ORDER BY coalesce(sequence, 0) DESC, terminal_uid`,
    )
    .all()
}
