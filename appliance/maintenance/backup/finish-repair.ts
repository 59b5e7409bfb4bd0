/** What follows a restore, before the box sells again: what was salvaged is taken back, and nothing is printed a second time by itself. */
import type { RestoredRecord } from "../../../protocol/sync/restorable-records.ts"
import type { BoxTx } from "../../storage/index.ts"
import { adoptOps, isFenced, markRestored } from "../../sync/index.ts"
import { holdRestoredJobs } from "../prune-store.ts"
import type { Repaired } from "./repair-database.ts"
import { type RestoreRecordsInput, restoreRecords } from "./restore-records.ts"

export function settleRepair(tx: BoxTx, { backup, fault, salvaged }: Repaired, parts: RestoreRecordsInput): void {
  const records = salvaged.map(({ kind, body }): RestoredRecord => ({ kind, body: JSON.parse(body) }))
  adoptOps(tx, salvaged)
  // They are what the disk had, and no changes since.
  markRestored(tx)
  if (records.length > 0) restoreRecords(tx, records, parts)
  holdRestoredJobs(tx)
  const detail = { ...(backup && { backup: backup.file, madeAt: backup.at }), fault, salvaged: salvaged.length }
  // An appliance that was replaced adds nothing to what the hub gets; its log has the repair already.
  if (isFenced(tx.db)) return
  parts.record(tx, { action: "box.restored", caller: null, detail })
}
