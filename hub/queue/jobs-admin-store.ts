/** The SQL behind the jobs page: lists jobs, retries one, dismisses one. */
import { sql } from "kysely"
import { step } from "../../protocol/machine.ts"
import { type JobStatus, NEEDS_PERSON, QUEUE_STATES } from "../../protocol/rules/queue/queue-states.ts"
import type { SystemRead, SystemWrite, Tenant } from "../storage/index.ts"
import { topicOf } from "./enqueue-store.ts"

export interface JobQuery {
  /** Left out: jobs of all tenants, for the operator of the hub. */
  readonly tenant?: Tenant
  readonly kind?: string
  /** Left out: failed and dead jobs that nobody has dismissed. */
  readonly status?: JobStatus
  readonly limit: number
  /** The last id of the page before: jobs come newest first. */
  readonly before?: string
}

export interface JobRow {
  readonly id: string
  readonly tenant: Tenant
  readonly kind: string
  readonly lane: string
  readonly status: JobStatus
  readonly attempts: number
  readonly error: string | null
  readonly firstReceivedAt: string
  readonly endedAt: string | null
  /** When it is tried again. */
  readonly dueAt: string | null
  readonly dismissed: { readonly at: string; readonly note: string } | null
}

const NOT_WAITING = 0

export async function listJobs({ db }: SystemRead, filter: JobQuery): Promise<JobRow[]> {
  const { tenant, kind, status, before, limit } = filter
  let query = db.selectFrom("job").select(COLUMNS)
  // Written exactly as in the partial index, so that the database uses it.
  if (status === undefined) query = query.where(sql<boolean>`status IN ('failed', 'dead') AND dismissed_at IS NULL`)
  else query = query.where("status", "=", status)
  if (kind !== undefined) query = query.where("kind", "=", kind)
  if (before !== undefined) query = query.where("job_id", "<", before)
  if (tenant) query = query.where("account_id", "=", tenant.accountId).where("vendor_id", "=", tenant.vendorId)
  return (await query.orderBy("job_id", "desc").limit(limit).execute()).map(toJobRow)
}

export async function findJobRow({ db }: SystemRead, id: string, tenant?: Tenant): Promise<JobRow | null> {
  let query = db.selectFrom("job").select(COLUMNS).where("job_id", "=", id)
  if (tenant) query = query.where("account_id", "=", tenant.accountId).where("vendor_id", "=", tenant.vendorId)
  const row = await query.executeTakeFirst()
  return row ? toJobRow(row) : null
}

/** Returns false when the job's state allows no retry by hand. */
export async function requeue(tx: SystemWrite, { id, kind, status }: JobRow): Promise<boolean> {
  const to = step(QUEUE_STATES, status, "retried by hand")
  if (to === null) return false
  const fresh = { status: to, waiting: 1, attempts: 0, run_at: tx.now, ended_at: null, error: null, result: null }
  const { numUpdatedRows } = await tx.db
    .updateTable("job")
    .set({ ...fresh, dismissed_at: null, dismissed_note: null })
    .where("job_id", "=", id)
    .where("status", "=", status)
    .executeTakeFirstOrThrow()
  tx.notify(topicOf(kind))
  return numUpdatedRows === 1n
}

export async function markDismissed({ db, now }: SystemWrite, id: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({ dismissed_at: now, dismissed_note: note })
    .where("job_id", "=", id)
    .where("status", "in", NEEDS_PERSON)
    .where("dismissed_at", "is", null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const COLUMNS = [
  "job_id",
  "account_id",
  "vendor_id",
  "kind",
  "lane",
  "status",
  "waiting",
  "attempts",
  "error",
  "run_at",
  "first_received_at",
  "ended_at",
  "dismissed_at",
  "dismissed_note",
] as const

interface Row {
  readonly job_id: string
  readonly account_id: string
  readonly vendor_id: string
  readonly kind: string
  readonly lane: string
  readonly status: string
  readonly waiting: number
  readonly attempts: number
  readonly error: string | null
  readonly run_at: string
  readonly first_received_at: string
  readonly ended_at: string | null
  readonly dismissed_at: string | null
  readonly dismissed_note: string | null
}

function toJobRow(row: Row): JobRow {
  return {
    id: row.job_id,
    tenant: { accountId: row.account_id, vendorId: row.vendor_id },
    kind: row.kind,
    lane: row.lane,
    status: row.status as JobStatus,
    attempts: row.attempts,
    error: row.error,
    firstReceivedAt: row.first_received_at,
    endedAt: row.ended_at,
    dueAt: row.waiting === NOT_WAITING ? null : row.run_at,
    dismissed: row.dismissed_at === null ? null : { at: row.dismissed_at, note: row.dismissed_note ?? "" },
  }
}
