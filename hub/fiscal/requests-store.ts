/** Numbering requests, the hub's own and the copies of the stores', with the progress of each document. */
import { sql } from "kysely"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { createFencedRead, createFencedWrite, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** `waiting` for its order; `handed` to a job; `submitted` to the authority; `ruled` by it; `none`: nothing is to be sent. */
export type Submission = "none" | "waiting" | "handed" | "submitted" | "ruled"

export interface StoredRequest {
  readonly record: FiscalRecord
  readonly orderId: string | null
  readonly eventId: string | null
  readonly submission: Submission
  readonly flag: string | null
}

const COLUMNS = ["record", "order_id", "event_id", "submission", "flag"] as const

export async function findRequest(scope: TenantRead, fiscalRequestId: string): Promise<StoredRequest | null> {
  return requestOrNull((await byId(scope, { fiscalRequestId })).rows[0])
}

const byId = createFencedRead((tx, at: { fiscalRequestId: string }) =>
  tx.select("fiscal_request").select(COLUMNS).where("fiscal_request_id", "=", at.fiscalRequestId),
)

/** Reads and locks a request until the commit, because a ruling or a store's operation may change it at the same time. */
export async function lockRequest(tx: TenantWrite, fiscalRequestId: string): Promise<StoredRequest | null> {
  return requestOrNull((await lockedById(tx, { fiscalRequestId })).rows[0])
}

const lockedById = createFencedRead((tx, at: { fiscalRequestId: string }) =>
  tx.dialect.forUpdate(tx.select("fiscal_request").select(COLUMNS).where("fiscal_request_id", "=", at.fiscalRequestId)),
)

/** A document of the store, to return it to the store's box. */
export async function fiscalRecordOf(scope: TenantRead, id: string): Promise<{ record: FiscalRecord } | null> {
  const kept = await findRequest(scope, id)
  return kept && { record: kept.record }
}

/** Finds a request of any vendor of the account, because the lookup belongs to the account. */
export async function findRequestOfAccount(scope: TenantRead, fiscalRequestId: string): Promise<StoredRequest | null> {
  const query = scope.selectAcrossVendors("fiscal_request").select(COLUMNS)
  return requestOrNull(await query.where("fiscal_request_id", "=", fiscalRequestId).executeTakeFirst())
}

/** The documents of an order, by its external id. The store's come first, because it is the home if both have numbered. */
export async function requestsOf(scope: TenantRead, externalId: string): Promise<StoredRequest[]> {
  return (await byExternalId(scope, { externalId })).rows.map(toStoredRequest)
}

const byExternalId = createFencedRead((tx, at: { externalId: string }) => {
  const query = tx.select("fiscal_request").select(COLUMNS).where("external_id", "=", at.externalId)
  return query.orderBy("side").orderBy("operation", "desc")
})

/** Which of these external ids have a document. */
export async function numberedAmong(scope: TenantRead, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const { rows } = await numbered(scope, { names: scope.dialect.listOf(externalIds) })
  return new Set(rows.map(({ id }) => id))
}

const numbered = createFencedRead(({ select, dialect }, at: { names: unknown }) =>
  select("fiscal_request").select("external_id as id").where(dialect.isAmong("external_id", at.names)),
)

/** The requests that wait for these orders, by the orders' external ids. */
export async function waitingFor(
  scope: TenantRead,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { tenant, dialect } = scope
  const { rows } = await sql<{ id: string; request: string }>`
    SELECT external_id AS id, fiscal_request_id AS request FROM fiscal_request
    WHERE vendor_id = ${tenant.vendorId} AND account_id = ${tenant.accountId}
      AND ${dialect.oneOf("external_id", externalIds)} AND submission = 'waiting'`.execute(scope.system.db)
  const waiting = new Map<string, string[]>()
  for (const { id, request } of rows) waiting.set(id, [...(waiting.get(id) ?? []), request])
  return waiting
}

/** All documents of an order, to return them to its store's box. */
export async function fiscalRecordsOf(scope: TenantRead, externalId: string): Promise<{ record: FiscalRecord }[]> {
  return (await requestsOf(scope, externalId)).map(({ record }) => ({ record }))
}

/** The request whose submission this event announced. */
export async function findByEvent(scope: TenantRead, eventId: string): Promise<StoredRequest | null> {
  const query = scope.select("fiscal_request").select(COLUMNS).where("event_id", "=", eventId)
  return requestOrNull(await query.executeTakeFirst())
}

/** False when the request exists already. A second insert waits here for the commit of the first. */
export async function insertRequest(tx: TenantWrite, kept: StoredRequest): Promise<boolean> {
  return (await insertRequests(tx, [kept])).size === 1
}

/** Inserts many and returns the ids of those whose id and number are new. */
export async function insertRequests(tx: TenantWrite, kept: readonly StoredRequest[]): Promise<ReadonlySet<string>> {
  const rows = kept.map((one) => {
    const { fiscalRequestId, storeId, orderId, operation, side, requestedAt } = one.record
    const row = { fiscal_request_id: fiscalRequestId, store_id: storeId, external_id: orderId, operation, side }
    return { ...row, created_at: requestedAt, ...columnsOf(one) }
  })
  return tx.addNew("fiscal_request", "fiscal_request_id", rows)
}

/** Writes the whole row. The caller has locked the request, or its order and store log, which every change locks. */
export async function saveRequest(tx: TenantWrite, kept: StoredRequest): Promise<void> {
  const query = tx.update("fiscal_request").set(columnsOf(kept))
  await query.where("fiscal_request_id", "=", kept.record.fiscalRequestId).execute()
}

/** Saves the flag, and leaves the document's progress as it is. */
export async function saveFlag(tx: TenantWrite, fiscalRequestId: string, flag: string | null): Promise<void> {
  await tx.update("fiscal_request").set({ flag }).where("fiscal_request_id", "=", fiscalRequestId).execute()
}

export interface Handed {
  readonly fiscalRequestId: string
  readonly orderId: string
  readonly eventId: string
}

const HANDED = { id: "text", order_id: "text", event_id: "text" } as const

/** Marks requests as handed to a job, with the events that the authority will echo. */
export async function markHanded({ system, tenant, dialect }: TenantWrite, handed: readonly Handed[]): Promise<void> {
  const rows = handed.map(({ fiscalRequestId: id, orderId, eventId }) => ({ id, order_id: orderId, event_id: eventId }))
  await sql`
    UPDATE fiscal_request SET order_id = v.order_id, event_id = v.event_id, submission = 'handed'
    FROM ${dialect.rowsAs("v", HANDED, rows)}
    WHERE fiscal_request.fiscal_request_id = v.id
      AND ${dialect.behindKey("fiscal_request.account_id")} = ${tenant.accountId}
      AND ${dialect.behindKey("fiscal_request.vendor_id")} = ${tenant.vendorId}`.execute(system.db)
}

/** Flagged requests, oldest first. */
export async function flaggedRequests(scope: TenantRead, limit: number): Promise<StoredRequest[]> {
  const query = scope.select("fiscal_request").select(COLUMNS).where("flag", "is not", null)
  return (await query.orderBy("created_at").limit(limit).execute()).map(toStoredRequest)
}

/** The highest known number of each sequence of a store's box. */
export async function lastOfBox(scope: TenantRead, storeId: string): Promise<{ key: string; last: number }[]> {
  const query = scope.select("fiscal_request").select(({ fn }) => ["sequence_key", fn.max("sequence").as("last")])
  const own = query.where("store_id", "=", storeId).where("side", "=", "appliance").where("sequence", "is not", null)
  const rows = await own.groupBy("sequence_key").execute()
  return rows.map(({ sequence_key, last }) => ({ key: sequence_key ?? "", last: Number(last) }))
}

/** Reads and locks the last number of a sequence until the commit, so that nobody draws the same. Null: none yet. */
export async function lockSequence(tx: TenantWrite, key: string): Promise<number | null> {
  await tx.add("fiscal_sequence", [{ sequence_key: key, last: NOTHING_DRAWN }], "ON CONFLICT DO NOTHING")
  const last = Number((await lockedSequence(tx, { key })).rows[0]?.last ?? NOTHING_DRAWN)
  return last === NOTHING_DRAWN ? null : last
}

const NOTHING_DRAWN = -1

const lockedSequence = createFencedRead((tx, at: { key: string }) =>
  tx.dialect.forUpdate(tx.select("fiscal_sequence").select("last").where("sequence_key", "=", at.key)),
)

export async function saveSequence(tx: TenantWrite, key: string, last: number): Promise<void> {
  await drawn(tx, { key, last })
}

const drawn = createFencedWrite((tx, at: { key: string; last: number }) =>
  tx.update("fiscal_sequence").set({ last: at.last }).where("sequence_key", "=", at.key),
)

function columnsOf({ record, orderId, eventId, submission, flag }: StoredRequest) {
  const { sequenceKey, sequence } = record
  const drawn = { sequence_key: sequenceKey, sequence }
  return { ...drawn, order_id: orderId, event_id: eventId, submission, flag, record: JSON.stringify(record) }
}

interface Row {
  readonly record: string
  readonly order_id: string | null
  readonly event_id: string | null
  readonly submission: string
  readonly flag: string | null
}

function requestOrNull(row: Row | undefined): StoredRequest | null {
  return row ? toStoredRequest(row) : null
}

function toStoredRequest({ record, order_id, event_id, submission, flag }: Row): StoredRequest {
  const where = { orderId: order_id, eventId: event_id, submission: submission as Submission }
  return { record: JSON.parse(record), ...where, flag }
}
