/** Puts jobs into the queue, in the transaction of whatever made them. */
import { CompiledQuery, sql } from "kysely"
import type { Dialect } from "../../protocol/runtime/dialect.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import type { JobRecord, NewJob } from "./job.ts"

/** Rows of one statement. */
const ROWS_MAX = 500

/** The topic that a kind's workers listen to. */
export const topicOf = (kind: string): string => `job/${kind}`

/** Durable when the transaction is; its workers are woken then. The job's id. */
export async function enqueue(tx: TenantWrite, ids: Pick<Ids, "uuid">, job: NewJob): Promise<string> {
  const row = toRow(tx, ids, job)
  const values = COLUMN_LIST.map((column) => row[column])
  await tx.system.db.executeQuery(CompiledQuery.raw(insertText(tx.dialect), values))
  if (row.waiting === DUE) tx.wake(topicOf(job.kind))
  return row.job_id
}

/** The same for many: their ids, in the order of the jobs. */
export async function enqueueAll(tx: TenantWrite, ids: Pick<Ids, "uuid">, jobs: readonly NewJob[]): Promise<string[]> {
  const rows = jobs.map((job) => toRow(tx, ids, job))
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    const some = tx.dialect.rowsAs("v", COLUMNS, rows.slice(at, at + ROWS_MAX))
    await sql`INSERT INTO job (${COLUMN_NAMES}) SELECT ${COLUMN_NAMES} FROM ${some}`.execute(tx.system.db)
  }
  for (const kind of new Set(jobs.map((job) => job.kind))) tx.wake(topicOf(kind))
  return rows.map((row) => row.job_id)
}

/** null: unknown, pruned, or another tenant's. */
export async function findJob(scope: TenantRead, id: string): Promise<JobRecord | null> {
  const row = await scope.select("job").selectAll().where("job_id", "=", id).executeTakeFirst()
  if (!row) return null
  return {
    id: row.job_id,
    kind: row.kind,
    status: row.status as JobRecord["status"],
    attempts: row.attempts,
    body: JSON.parse(row.body),
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : { message: row.error },
    firstReceivedAt: row.first_received_at,
  }
}

const COLUMNS = {
  job_id: "text",
  account_id: "text",
  vendor_id: "text",
  kind: "text",
  lane: "text",
  status: "text",
  waiting: "whole",
  attempts: "whole",
  fence: "whole",
  run_at: "text",
  first_received_at: "text",
  body: "text",
} as const
const COLUMN_LIST = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
const COLUMN_NAMES = sql.join(COLUMN_LIST.map((name) => sql.ref(name)))

/** Written once for each engine: to build and compile it anew costs more than to run it. */
const texts = new Map<string, string>()

function insertText({ engine, places }: Dialect): string {
  const known = texts.get(engine)
  if (known) return known
  const text = `INSERT INTO job (${COLUMN_LIST.join(", ")}) VALUES (${places(COLUMN_LIST.length)})`
  texts.set(engine, text)
  return text
}

const DUE = 1
const LATER = 2

function toRow(tx: TenantWrite, ids: Pick<Ids, "uuid">, { kind, lane, body, runAt, id }: NewJob) {
  if (lane === "") throw new Error(`a job of the kind ${kind} names no lane`)
  return {
    job_id: id ?? ids.uuid(),
    account_id: tx.tenant.accountId,
    vendor_id: tx.tenant.vendorId,
    kind,
    lane,
    status: "queued",
    waiting: runAt !== undefined && runAt > tx.now ? LATER : DUE,
    attempts: 0,
    fence: 0,
    run_at: runAt ?? tx.now,
    first_received_at: tx.now,
    body: JSON.stringify(body),
  }
}
