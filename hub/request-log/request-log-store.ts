/** The rows of the request log. Ids are UUIDs v7, so the order by id is the order by time. */
import { insertValues } from "../../runtime/storage/insert-rows.ts"
import type { SystemWrite, TenantRead } from "../storage/index.ts"

const UUID_TIME_DIGITS = 12

type Dialect = TenantRead["dialect"]

export interface LogRow {
  readonly log_id: string
  readonly account_id: string
  readonly vendor_id: string
  readonly key_id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly request_id: string
  readonly asked: string
  readonly answered: string
}

export async function insertRows({ db }: SystemWrite, dialect: Dialect, rows: readonly LogRow[]): Promise<void> {
  for (const statement of insertValues(dialect, { table: "request_log", rows })) await db.executeQuery(statement)
}

/** Deletes a few rows from before a moment, and returns how many. */
export async function pruneRows({ db }: SystemWrite, beforeMs: number, limit: number): Promise<number> {
  const old = db
    .selectFrom("request_log")
    .select("log_id")
    .where("log_id", "<", firstIdAt(beforeMs))
    .orderBy("log_id")
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom("request_log").where("log_id", "in", old).executeTakeFirst()
  return Number(numDeletedRows)
}

interface RequestQuery {
  readonly vendorIds: readonly string[]
  readonly keyId?: string | undefined
  readonly outcome?: string | undefined
  readonly path?: string | undefined
  readonly requestId?: string | undefined
  readonly fromMs: number
  readonly toMs: number
  /** The id of the last row on the page before. */
  readonly after: string | null
  readonly limit: number
}

const LISTED = ["log_id", "vendor_id", "key_id", "at", "method", "path", "status", "duration_ms", "request_id"] as const
const HUNDRED = 100

/** Reads the account's log from the newest row. The index has all columns of the filters. */
export async function listRows(scope: TenantRead, asked: RequestQuery) {
  const { vendorIds, keyId, outcome, path, requestId, fromMs, toMs, after, limit } = asked
  if (vendorIds.length === 0) return []
  const { aside, contains } = scope.dialect
  let query = scope
    .selectAcrossVendors("request_log")
    .select(LISTED)
    .where(aside("vendor_id"), "in", [...vendorIds])
  if (requestId === undefined) {
    query = query.where("log_id", ">=", firstIdAt(fromMs)).where("log_id", "<", firstIdAt(toMs))
    if (keyId !== undefined) query = query.where(aside("key_id"), "=", keyId)
    if (path) query = query.where(contains("path", path))
    if (outcome !== undefined) {
      const least = Number(outcome) * HUNDRED
      query = query.where("status", ">=", least).where("status", "<", least + HUNDRED)
    }
  } else query = query.where("request_id", "=", requestId)
  if (after !== null) query = query.where("log_id", "<", after)
  return query.orderBy("log_id", "desc").limit(limit).execute()
}

export async function findRow(scope: TenantRead, logId: string) {
  const query = scope.selectAcrossVendors("request_log").select([...LISTED, "asked", "answered"])
  return query.where("log_id", "=", logId).executeTakeFirst()
}

/** The lowest UUID v7 of a moment. */
function firstIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(UUID_TIME_DIGITS, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
