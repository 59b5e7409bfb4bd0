/** The queries of action items. Each kind has an index of just its open rows, oldest first. */
import { sql } from "kysely"
import { fromText, toMajor } from "../../protocol/money.ts"
import type { ConflictReason } from "../../protocol/shapes/conflict.ts"
import type { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { STUCK_AFTER_MS } from "../fiscal/index.ts"
import type { ConflictKey } from "../orders/index.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export interface ActionItemQuery {
  readonly vendorIds: readonly string[]
  /** Moment and key of the last one on the page before. */
  readonly after: readonly string[] | null
  readonly limit: number
}

export interface Row {
  readonly key: string
  readonly vendorId: string | null
  readonly storeId: string | null
  readonly at: string
  readonly what: string
  readonly why: string
  /** Why a write was refused, as a code. */
  readonly reason?: ConflictReason
  readonly order: string | null
  readonly askedAt?: string | null
  readonly mayRetry?: boolean
  /** For money to return: the order seems to be paid twice, and a person may find that it was not. */
  readonly isPaidTwice?: boolean
  /** The guest who must get money back. */
  readonly guest?: string | null
  /** The payment state of a lost sale's order that arrived after all; null where none did. */
  readonly arrived?: string | null
}

type Reader = (scope: TenantRead, query: ActionItemQuery) => Promise<Row[]>

export const readDeadLetters: Reader = async (scope, { vendorIds, after, limit }) => {
  const { rows } = await sql<Row & { body: string }>`
    SELECT epoch || '/' || seq || '/' || store_id AS "key", vendor_id AS "vendorId", store_id AS "storeId",
      parked_at AS "at", kind AS "what", reason AS "why", body
    FROM parked_op WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      AND settled_at IS NULL ${beyond(after, "parked_at", sql`epoch || '/' || seq || '/' || store_id`)}
    ORDER BY parked_at, epoch || '/' || seq || '/' || store_id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ body, ...row }) => ({ ...row, order: orderIn(body) }))
}

/** Dead letters of a store's box, as last reported. */
export const readStoreDeadLetters: Reader = async (scope, { vendorIds, after, limit }) => {
  const { rows } = await sql<Omit<Row, "mayRetry"> & { mayRetry: number | string }>`
    SELECT mark || '/' || store_id AS "key", vendor_id AS "vendorId", store_id AS "storeId", parked_at AS "at",
      kind AS "what", reason AS "why", NULL AS "order", asked_at AS "askedAt", may_retry AS "mayRetry"
    FROM store_parked WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      ${beyond(after, "parked_at", sql`mark || '/' || store_id`)}
    ORDER BY parked_at, mark || '/' || store_id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map((row) => ({ ...row, mayRetry: Number(row.mayRetry) === 1 }))
}

export const readJobs: Reader = async (scope, { vendorIds, after, limit }) => {
  const { rows } = await sql<Row & { body: string }>`
    SELECT job_id AS "key", vendor_id AS "vendorId", NULL AS "storeId", first_received_at AS "at",
      kind AS "what", coalesce(error, status) AS "why", body
    FROM job WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      AND status IN ('failed', 'dead') AND dismissed_at IS NULL ${after ? sql`AND job_id > ${after[1]}` : sql``}
    ORDER BY job_id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ body, ...row }) => ({ ...row, order: orderIn(body) }))
}

/** Flagged and not settled, or with the authority for an hour without a ruling. */
export const readDocuments: Reader = async (scope, { vendorIds, after, limit }) => {
  const before = new Date(Date.parse(scope.now) - STUCK_AFTER_MS).toISOString()
  const vendors = sql`account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})`
  const rest = beyond(after, "created_at", sql`fiscal_request_id`)
  const columns = sql`fiscal_request_id AS "key", vendor_id AS "vendorId", store_id AS "storeId", created_at AS "at",
    operation, record, submission, flag, order_id AS "orderId", external_id AS "externalId"`
  const { rows } = await sql<DocumentRow>`
    SELECT * FROM (SELECT ${columns} FROM fiscal_request WHERE ${vendors} AND flag IS NOT NULL
      AND flag NOT LIKE 'SETTLED%' ${rest} ORDER BY created_at, fiscal_request_id LIMIT ${limit}) AS flagged
    UNION ALL
    SELECT * FROM (SELECT ${columns} FROM fiscal_request WHERE ${vendors} AND flag IS NULL
      AND submission IN ('handed', 'submitted') AND created_at < ${before} ${rest}
      ORDER BY created_at, fiscal_request_id LIMIT ${limit}) AS unruled`.execute(scope.system.db)
  return rows.map(toDocument).sort(oldestFirst).slice(0, limit)
}

interface DocumentRow {
  readonly key: string
  readonly vendorId: string
  readonly storeId: string
  readonly at: string
  readonly operation: string
  readonly record: string
  readonly submission: string
  readonly flag: string | null
  readonly orderId: string | null
  readonly externalId: string
}

function toDocument({ key, vendorId, storeId, at, operation, record, submission, flag, ...order }: DocumentRow): Row {
  const { representation } = JSON.parse(record) as { representation: { documentNumber: string | null } }
  const silent = submission === "handed" ? "UNRULED_ON_ITS_WAY" : "UNRULED"
  return {
    key,
    vendorId,
    storeId,
    at,
    what: [operation, representation.documentNumber].filter(Boolean).join(" "),
    why: flag ?? silent,
    order: order.orderId ?? order.externalId,
  }
}

/** Money that was taken and has not settled its order. Money that waits for its order is listed after an hour. */
export const readPayments: Reader = async (scope, { vendorIds, after, limit }) => {
  const before = new Date(Date.parse(scope.now) - STUCK_AFTER_MS).toISOString()
  const { rows } = await sql<Row & { amount: number | string }>`
    SELECT intent_id AS "key", vendor_id AS "vendorId", store_id AS "storeId", created_at AS "at",
      amount_total AS "amount", currency AS "what", placed AS "why", external_id AS "order"
    FROM charge_intent i WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      AND placed IN ('waiting', 'unfit') AND (placed = 'unfit' OR updated_at < ${before})
      AND EXISTS (SELECT 1 FROM charge_attempt a WHERE a.intent_id = i.intent_id AND a.status = 'succeeded')
      AND ${notPutAside("payment", "i.intent_id")} ${beyond(after, "created_at", sql`intent_id`)}
    ORDER BY created_at, intent_id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ amount, what, ...row }) => ({ ...row, what: `${toMajor(Number(amount))} ${what}` }))
}

/** Few rows, so all are read. */
export const readEndpoints: Reader = async (scope, { vendorIds, after, limit }) => {
  const { rows } = await sql<Row & { disabledAt: string | null }>`
    SELECT endpoint_id AS "key", vendor_id AS "vendorId", NULL AS "storeId",
      coalesce(disabled_at, failing_since) AS "at", name AS "what",
      coalesce(disabled_why, 'failing') AS "why", NULL AS "order"
    FROM webhook_endpoint WHERE account_id = ${scope.tenant.accountId}
      AND (vendor_id IS NULL OR vendor_id IN (${sql.join(vendorIds)}))
      AND coalesce(disabled_at, failing_since) IS NOT NULL`.execute(scope.system.db)
  const [at = "", key = ""] = after ?? []
  const rest = rows.filter((row) => row.at > at || (row.at === at && row.key > key))
  return rest.sort(oldestFirst).slice(0, limit)
}

/** A lost sale whose order is here is listed with that order. */
export const readLostSales: Reader = async (scope, { vendorIds, after, limit }) => {
  // One query per vendor follows its index. One query for several vendors would sort all their rows.
  const parts = vendorIds.map(
    (vendorId) => sql`
    SELECT * FROM (SELECT record, recorded_at, id, vendor_id, account_id, external_id FROM lost_sale l
      WHERE vendor_id = ${vendorId} AND ${scope.dialect.aside("account_id")} = ${scope.tenant.accountId}
        AND ${notPutAside("lostSale", "l.id")} ${beyond(after, "recorded_at", sql`id`)}
      ORDER BY recorded_at, id LIMIT ${limit}) AS part`,
  )
  const { rows } = await sql<{ record: string; vendorId: string; arrived: string | null }>`
    SELECT record, vendor_id AS "vendorId", (SELECT o.payment_status FROM orders o WHERE o.account_id = f.account_id
      AND o.vendor_id = f.vendor_id AND o.external_id = f.external_id) AS "arrived"
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS f ORDER BY recorded_at, id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ record, vendorId, arrived }) => {
    const sale = JSON.parse(record) as LostSale
    const { id, storeId, recordedAt, reason } = sale
    const order = arrived === null ? null : sale.orderId
    return { key: id, vendorId, storeId, at: recordedAt, what: lostSaleOf(sale), why: reason, order, arrived }
  })
}

/** Shows the amount, if it was reported, because the guest must get it back. Hub and store may have recorded different amounts. */
function lostSaleOf({ orderCode, orderId, replaced = [], ...sale }: LostSale): string {
  const amounts = [sale, ...replaced].flatMap(({ total, currencyCode }) =>
    total === null ? [] : [[toMajor(fromText(total)), currencyCode].filter(Boolean).join(" ")],
  )
  return [orderCode ?? orderId, [...new Set(amounts)].join(" / ")].filter(Boolean).join(" · ")
}

/** Days whose certificate differs from the hub's own figures. */
export const readDays: Reader = async (scope, { vendorIds, after, limit }) => {
  const key = sql`store_id || '/' || business_day`
  const { rows } = await sql<Row>`
    SELECT ${key} AS "key", vendor_id AS "vendorId", store_id AS "storeId", checked_at AS "at", business_day AS "what",
      'CERTIFICATE_DIFFERS' AS "why", NULL AS "order"
    FROM day_check d WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      AND agrees = 0 AND NOT EXISTS (SELECT 1 FROM put_aside p WHERE p.account_id = d.account_id AND p.kind = 'day'
        AND p.item_key = d.store_id || '/' || d.business_day)
      ${beyond(after, "checked_at", key)}
    ORDER BY checked_at, ${key} LIMIT ${limit}`.execute(scope.system.db)
  return rows
}

function notPutAside(kind: string, key: string) {
  return sql`NOT EXISTS (SELECT 1 FROM put_aside p WHERE p.account_id = ${sql.ref(`${key.split(".")[0]}.account_id`)}
    AND p.kind = ${kind} AND p.item_key = ${sql.ref(key)})`
}

export function beyond(after: readonly string[] | null, column: string, key: ReturnType<typeof sql>) {
  if (!after) return sql``
  const [at = "", shown = ""] = after
  return sql`AND (${sql.ref(column)}, ${key}) > (${at}, ${shown})`
}

function oldestFirst(a: Row, b: Row): number {
  return a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1
}

/** The order that an operation's body names, where it names one the usual way. */
function orderIn(body: string): string | null {
  const { orderId, order } = (JSON.parse(body) ?? {}) as { orderId?: unknown; order?: { id?: unknown } }
  const named = orderId ?? order?.id
  return typeof named === "string" ? named : null
}

export async function storeNames(scope: TenantRead, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await scope
    .selectAcrossVendors("store")
    .select(["store_id", "record"])
    .where("store_id", "in", [...ids])
    .execute()
  return new Map(rows.map(({ store_id, record }) => [store_id, (JSON.parse(record) as { name: string }).name]))
}

/** Finds the tenant of an open item; null when there is none, or it is settled. */
export async function vendorOf(scope: TenantRead, kind: string, key: string): Promise<string | null> {
  const { accountId } = scope.tenant
  const db = scope.system.db
  const found = {
    job: () => sql<Owner>`SELECT vendor_id AS "vendorId" FROM job WHERE job_id = ${key} AND account_id = ${accountId}`,
    document: () =>
      sql<Owner>`SELECT vendor_id AS "vendorId" FROM fiscal_request WHERE fiscal_request_id = ${key} AND account_id = ${accountId}`,
    payment: () =>
      sql<Owner>`SELECT vendor_id AS "vendorId" FROM charge_intent WHERE intent_id = ${key} AND account_id = ${accountId}`,
    refund: () =>
      sql<Owner>`SELECT vendor_id AS "vendorId" FROM orders
        WHERE order_id = ${key} AND to_return = 1 AND account_id = ${accountId}`,
    lostSale: () =>
      sql<Owner>`SELECT vendor_id AS "vendorId" FROM lost_sale WHERE id = ${key} AND account_id = ${accountId}`,
    day: () => {
      const [storeId = "", date = ""] = key.split("/")
      return sql<Owner>`SELECT vendor_id AS "vendorId" FROM day_check
        WHERE store_id = ${storeId} AND business_day = ${date} AND agrees = 0 AND account_id = ${accountId}`
    },
    conflict: () => {
      const { orderId, what, key: conflictKey } = conflictOf(key)
      return sql<Owner>`SELECT vendor_id AS "vendorId" FROM order_conflict WHERE order_id = ${orderId}
        AND what = ${what} AND conflict_key = ${conflictKey} AND account_id = ${accountId}`
    },
    parkedInStore: () => {
      const [mark = "", storeId = ""] = key.split("/")
      return sql<Owner>`SELECT vendor_id AS "vendorId" FROM store_parked
        WHERE store_id = ${storeId} AND mark = ${mark} AND account_id = ${accountId}`
    },
    parked: () => {
      const [epoch = "", seq = "", storeId = ""] = key.split("/")
      const number = /^\d{1,15}$/.test(seq) ? Number(seq) : -1
      return sql<Owner>`SELECT vendor_id AS "vendorId" FROM parked_op
        WHERE store_id = ${storeId} AND epoch = ${epoch} AND seq = ${number} AND account_id = ${accountId}`
    },
  }[kind as "job"]
  if (!found) return null
  return (await found().execute(db)).rows[0]?.vendorId ?? null
}

/** The key of a conflict among its kind; its last part may hold any character. */
export function conflictOf(itemKey: string): ConflictKey {
  const [orderId = "", what = "", ...key] = itemKey.split("/")
  return { orderId, what, key: key.join("/") }
}

interface Owner {
  readonly vendorId: string
}

/** Keeps a lost sale dismissed after it got another id. */
export async function moveDismissedLostSale(tx: TenantWrite, from: string, to: string): Promise<void> {
  await tx
    .update("put_aside")
    .set({ item_key: to })
    .where("kind", "=", "lostSale")
    .where("item_key", "=", from)
    .execute()
}

/** False when somebody has dismissed it already. */
export async function dismissItem(
  tx: TenantWrite,
  { kind, key, personId, note }: { kind: string; key: string; personId: string; note: string },
): Promise<boolean> {
  const result = await tx
    .insert("put_aside", { kind, item_key: key, at: tx.now, person_id: personId, note })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
