/** Puts jobs into the queue, in the transaction of the fact that asks for them. */
import type { Ids } from "../../runtime/ids.ts"
import { createInsert } from "../../runtime/storage/insert-rows.ts"
import type { HubTables, TenantRead, TenantWrite } from "../storage/index.ts"
import type { EndedJob, JobRecord, NewJob } from "./job.ts"

/** The topic on which the workers of a kind are notified. */
export const topicOf = (kind: string): string => `job/${kind}`

/** The job is durable when the transaction is. Its workers are notified after the commit. Returns the job's id. */
export async function enqueue(tx: TenantWrite, ids: Pick<Ids, "uuid">, job: NewJob): Promise<string> {
  const [id = ""] = await enqueueAll(tx, ids, [job])
  return id
}

/** Enqueues several jobs. Returns their ids in the same order. */
export async function enqueueAll(tx: TenantWrite, ids: Pick<Ids, "uuid">, jobs: readonly NewJob[]): Promise<string[]> {
  const rows = jobs.map((job) => toJobRow(tx, job.id ?? ids.uuid(), job))
  for (const statement of insert(tx.dialect, rows)) await tx.system.db.executeQuery(statement)
  for (const kind of new Set(jobs.map((job) => job.kind))) tx.notify(topicOf(kind))
  return rows.map((row) => row.job_id)
}

/** Stores jobs that have ended already, so that they can be looked up. */
export async function recordEnded(tx: TenantWrite, jobs: readonly EndedJob[]): Promise<void> {
  const rows = jobs.map(({ end, ...job }) => ({
    ...toJobRow(tx, job.id, job),
    status: end.is,
    waiting: NEVER,
    attempts: 1,
    ended_at: tx.now,
    result: end.result && JSON.stringify(end.result),
  }))
  for (const statement of insertEnded(tx.dialect, rows)) await tx.system.db.executeQuery(statement)
}

/** Ends the jobs of a lane that have not begun. Returns their number. */
export async function dropQueued(tx: TenantWrite, { kind, lane }: Pick<NewJob, "kind" | "lane">): Promise<number> {
  const ended = { status: "ignored", waiting: NEVER, ended_at: tx.now, body: "null" }
  let dropped = 0
  for (const waiting of [DUE, LATER]) {
    const query = tx.update("job").set(ended).where("waiting", "=", waiting)
    const { numUpdatedRows } = await query.where("kind", "=", kind).where("lane", "=", lane).executeTakeFirstOrThrow()
    dropped += Number(numUpdatedRows)
  }
  return dropped
}

/** Drops the body of a job that ends in this transaction: it is stored elsewhere, and the job's record lives for weeks. */
export async function forgetBody(tx: TenantWrite, id: string): Promise<void> {
  await tx.update("job").set({ body: "null" }).where("job_id", "=", id).execute()
}

/** Returns null for a job that is unknown, pruned, or another tenant's. */
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

type Table = HubTables["job"]
type Row = Omit<Table, "lease_until" | "ended_at" | "result" | "error" | "dismissed_at" | "dismissed_note">

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

const insert = createInsert<Row>({ table: "job", columns: COLUMNS })
const insertEnded = createInsert<Row & Pick<Table, "ended_at" | "result">>({
  table: "job",
  columns: { ...COLUMNS, ended_at: "text", result: "text" },
})

const NEVER = 0
const DUE = 1
const LATER = 2

function toJobRow(tx: TenantWrite, id: string, { kind, lane, body, runAt }: NewJob): Row {
  if (lane === "") throw new Error(`a job of the kind ${kind} names no lane`)
  return {
    job_id: id,
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
