/** A job's effect that shows when it was applied twice: a row by the job's id, and how many times anything was tried. */
import type { Transaction } from "kysely"
import { type HubTables, MIGRATIONS, type TenantWrite } from "../../../hub/storage/index.ts"
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const AFTER_ALL_OURS = 9_000

export interface MarkTables extends HubTables {
  mark: { job_id: string; lane: string; place: number }
}

const marks: EngineMigration = {
  id: AFTER_ALL_OURS,
  name: "marks",
  sql: "CREATE TABLE mark (job_id TEXT NOT NULL, lane TEXT NOT NULL, place BIGINT NOT NULL);",
}

export const QUEUE_MIGRATIONS = [...MIGRATIONS, marks]

let place = 0

export async function leaveMark(tx: TenantWrite, { id, lane }: { id: string; lane: string }): Promise<void> {
  place += 1
  const db = tx.system.db as unknown as Transaction<MarkTables>
  await db.insertInto("mark").values({ job_id: id, lane, place }).execute()
}
