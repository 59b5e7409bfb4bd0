/** Reports this box's dead letters to the hub: the whole list, whenever it differs from the last report. */
import { type BoxTx, type Outbox, readMeta, writeMeta } from "../storage/index.ts"
import { deadLettersToReport } from "./dead-letters-store.ts"
import { mayRetry } from "./settle-dead-letter.ts"
import { isFenced } from "./sync-state-store.ts"

/** The marks of the last report, with the time of each attempt. */
const REPORTED = "parked told"
const NOTHING = "[]"
const REASON_CHARS_MAX = 200

export function reportDeadLetters(tx: BoxTx, outbox: Pick<Outbox, "record">): void {
  const open = deadLettersToReport(tx.db)
  const summary = JSON.stringify(open.map(({ mark, triedAt }) => [mark, triedAt]))
  if (summary === (readMeta(tx.db, REPORTED) ?? NOTHING) || isFenced(tx.db)) return
  writeMeta(tx.db, REPORTED, summary)
  const ops = open.map((op) => ({ ...op, reason: op.reason.slice(0, REASON_CHARS_MAX), mayRetry: mayRetry(op) }))
  outbox.record(tx, { kind: "parked.told", body: { ops } })
}

/** A restored database does not know later reports, so the list is reported again. */
export function forgetReported({ db }: BoxTx): void {
  writeMeta(db, REPORTED, "")
}
