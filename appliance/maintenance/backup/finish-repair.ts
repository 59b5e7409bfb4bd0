/** What follows a restore, before the box sells again: what was salvaged is taken back, and nothing is printed a second time by itself. */
import type { ReturnedRecord } from "../../../protocol/sync/restorable-records.ts"
import type { BoxTx } from "../../storage/index.ts"
import { adoptOps, isFenced, markRestored } from "../../sync/index.ts"
import { distrustSpool } from "../prune-store.ts"
import type { Repaired } from "./repair-database.ts"
import { type TakingBack, takeBack } from "./restore-records.ts"

export function settleRepair(tx: BoxTx, { backup, fault, salvaged }: Repaired, parts: TakingBack): void {
  const records = salvaged.map(({ kind, body }): ReturnedRecord => ({ kind, body: JSON.parse(body) }))
  adoptOps(tx, salvaged)
  // They are what the disk had, and no changes since.
  markRestored(tx)
  if (records.length > 0) takeBack(tx, records, parts)
  distrustSpool(tx)
  const detail = { ...(backup && { backup: backup.file, madeAt: backup.at }), fault, salvaged: salvaged.length }
  // An appliance that was replaced adds nothing to what the hub gets; its log has the repair already.
  if (isFenced(tx.db)) return
  parts.record(tx, { action: "box.restored", caller: null, detail })
}
