/** Accepted reports, each once by its key. */
import { sql } from "kysely"
import type { CallbackKind, QueueStatus } from "../../protocol/shapes/callback.ts"
import { createInsert } from "../../runtime/storage/insert-rows.ts"
import type { HubTables, SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

const DAY_MS = 24 * 3600 * 1000
/** A repeat of a deleted report would be a new one, so reports are kept a day longer than promised, and longer than their jobs. */
const LONGER_MS = DAY_MS
/** After this, a store's verdict is not expected any more. */
const JUDGED_WITHIN_MS = 31 * DAY_MS
/** Rows of one transaction. */
const PRUNE_MAX = 1000
const UUID_TIME_DIGITS = 12
const ISO_DATE_LENGTH = 10

export interface CallbackRow {
  readonly id: string
  readonly orderId: string
  readonly kind: CallbackKind
  readonly key: string
  readonly step: string
  readonly eventId: string
  /** Left out: now. */
  readonly receivedAt?: string
}

/** An accepted report. Without an outcome, its job has the state. */
export interface KnownCallback extends CallbackRow {
  readonly receivedAt: string
  readonly outcome: CallbackOutcome | null
}

/** The outcome of a report that is decided elsewhere than in the hub's queue. */
export interface CallbackOutcome {
  readonly status: QueueStatus
  readonly attempts: number
  readonly result: Readonly<Record<string, unknown>> | null
  readonly error: { readonly message: string } | null
}

/** A report that is on its store's log and has no verdict yet. */
export const WAITS_FOR_STORE: CallbackOutcome = {
  status: "processing",
  attempts: 1,
  result: { kind: "recorded", waitsFor: "store" },
  error: null,
}

const insert = createInsert<HubTables["callback"]>({
  table: "callback",
  columns: {
    account_id: "text",
    vendor_id: "text",
    webhook_event_id: "text",
    order_id: "text",
    kind: "text",
    key: "text",
    step: "text",
    event_id: "text",
    received_at: "text",
    outcome: "text",
  },
  end: "ON CONFLICT DO NOTHING RETURNING webhook_event_id AS id",
})

/** Returns the ids of the new ones; the others are known under their key. */
export async function insertCallbacks(
  tx: TenantWrite,
  rows: readonly CallbackRow[],
  outcome: CallbackOutcome | null = null,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const { accountId, vendorId } = tx.tenant
  const values = rows.map(({ id, orderId, kind, key, step, eventId, receivedAt = tx.now }) => ({
    account_id: accountId,
    vendor_id: vendorId,
    webhook_event_id: id,
    order_id: orderId,
    kind,
    key,
    step,
    event_id: eventId,
    received_at: receivedAt,
    outcome: outcome && JSON.stringify(outcome),
  }))
  const added = new Set<string>()
  for (const statement of insert(tx.dialect, values)) {
    const { rows: found } = await tx.system.db.executeQuery<{ id: string }>(statement)
    for (const { id } of found) added.add(id)
  }
  return added
}

type Keyed = Pick<CallbackRow, "orderId" | "kind" | "key">

/** Finds reports by their keys, each by one search of the unique index. CROSS JOIN fixes the order of the join in SQLite. */
export async function findByKeys(scope: TenantRead, keys: readonly Keyed[]): Promise<KnownCallback[]> {
  if (keys.length === 0) return []
  const asked = scope.dialect.rowsAs(
    "v",
    { order_id: "text", kind: "text", key: "text" },
    keys.map(({ orderId, kind, key }) => ({ order_id: orderId, kind, key })),
  )
  const { rows } = await sql<Selected>`
    SELECT c.webhook_event_id AS id, c.order_id AS "orderId", c.kind, c.key, c.step, c.event_id AS "eventId",
      c.received_at AS "receivedAt", c.outcome
    FROM ${asked} CROSS JOIN callback c
    WHERE c.order_id = v.order_id AND c.kind = v.kind AND c.key = v.key
      AND c.account_id = ${scope.tenant.accountId} AND c.vendor_id = ${scope.tenant.vendorId}`.execute(scope.system.db)
  return rows.map(toKnown)
}

export async function findCallback(scope: TenantRead, id: string): Promise<KnownCallback | null> {
  const row = await scope.select("callback").select(COLUMNS).where("webhook_event_id", "=", id).executeTakeFirst()
  return row ? toKnown(row) : null
}

export async function setOutcome(tx: TenantWrite, id: string, outcome: CallbackOutcome): Promise<void> {
  const query = tx.update("callback").set({ outcome: JSON.stringify(outcome) })
  await query.where("webhook_event_id", "=", id).execute()
}

/** Moves the reports of an order that continues under another id, so that a repeat is still known. */
export async function moveReports(tx: TenantWrite, from: string, to: string): Promise<void> {
  await tx.update("callback").set({ order_id: to }).where("order_id", "=", from).execute()
}

/** The reports of a store's recent orders that have no verdict yet, oldest first. */
export async function waitingForStore(scope: TenantRead, storeId: string): Promise<{ id: string; orderId: string }[]> {
  const since = new Date(Date.parse(scope.now) - JUDGED_WITHIN_MS).toISOString().slice(0, ISO_DATE_LENGTH)
  const rows = await scope
    .select("orders")
    .innerJoin("callback", "callback.order_id", "orders.order_id")
    .select(["webhook_event_id as id", "orders.order_id as orderId"])
    .where("store_id", "=", storeId)
    .where("business_day", ">=", since)
    .where("kind", "=", "kitchen")
    .where("outcome", "=", JSON.stringify(WAITS_FOR_STORE))
    .orderBy("webhook_event_id")
    .execute()
  return rows
}

/** Deletes a few old reports and returns how many. Ids rise with time, so the oldest rows come first in the key. */
export async function pruneCallbacks({ db, now }: SystemWrite, promisedMs: number): Promise<number> {
  const before = oldestId(Date.parse(now) - promisedMs - LONGER_MS)
  const old = db
    .selectFrom("callback")
    .select("webhook_event_id")
    .where("webhook_event_id", "<", before)
    .orderBy("webhook_event_id")
    .limit(PRUNE_MAX)
  const { numDeletedRows } = await db.deleteFrom("callback").where("webhook_event_id", "in", old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The lowest UUID v7 of a moment. */
function oldestId(ms: number): string {
  const time = ms.toString(16).padStart(UUID_TIME_DIGITS, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const COLUMNS = [
  "webhook_event_id as id",
  "order_id as orderId",
  "kind",
  "key",
  "step",
  "event_id as eventId",
  "received_at as receivedAt",
  "outcome",
] as const

type Selected = Omit<KnownCallback, "kind" | "outcome"> & { kind: string; outcome: string | null }

function toKnown(row: Selected): KnownCallback {
  return { ...row, kind: row.kind as CallbackKind, outcome: row.outcome === null ? null : JSON.parse(row.outcome) }
}
