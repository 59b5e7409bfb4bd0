/** Numbering requests in the hub's database, its own and the copies of its stores', with how far each document has gone. */
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

/** The same, held until the commit: the authority may rule, or a store speak, in another transaction meanwhile. */
export async function lockRequest(tx: TenantWrite, fiscalRequestId: string): Promise<StoredRequest | null> {
  return requestOrNull((await lockedById(tx, { fiscalRequestId })).rows[0])
}

const lockedById = createFencedRead((tx, at: { fiscalRequestId: string }) =>
  tx.dialect.forUpdate(tx.select("fiscal_request").select(COLUMNS).where("fiscal_request_id", "=", at.fiscalRequestId)),
)

/** A document of the store, for its box to have again. */
export async function fiscalRecordOf(scope: TenantRead, id: string): Promise<{ record: FiscalRecord } | null> {
  const kept = await findRequest(scope, id)
  return kept && { record: kept.record }
}

/** The same request, whichever vendor of the account asked: the lookup is the account's. */
export async function findRequestOfAccount(scope: TenantRead, fiscalRequestId: string): Promise<StoredRequest | null> {
  const query = scope.selectAcrossVendors("fiscal_request").select(COLUMNS)
  return requestOrNull(await query.where("fiscal_request_id", "=", fiscalRequestId).executeTakeFirst())
}

/** What was numbered for an order, by its external id; the store's own first, since it is the home where both have numbered. */
export async function requestsOf(scope: TenantRead, externalId: string): Promise<StoredRequest[]> {
  return (await byExternalId(scope, { externalId })).rows.map(toStoredRequest)
}

const byExternalId = createFencedRead((tx, at: { externalId: string }) => {
  const query = tx.select("fiscal_request").select(COLUMNS).where("external_id", "=", at.externalId)
  return query.orderBy("side").orderBy("operation", "desc")
})

/** Of these external ids, those that something was numbered for. */
export async function numberedAmong(scope: TenantRead, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const { rows } = await numbered(scope, { names: scope.dialect.listOf(externalIds) })
  return new Set(rows.map(({ id }) => id))
}

const numbered = createFencedRead(({ select, dialect }, at: { names: unknown }) =>
  select("fiscal_request").select("external_id as id").where(dialect.isAmong("external_id", at.names)),
)

/** Of what was numbered for these orders, what waits for its order: the requests by the orders' external ids. */
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

/** All that was numbered for an order, for its store's box to have again. */
export async function fiscalRecordsOf(scope: TenantRead, externalId: string): Promise<{ record: FiscalRecord }[]> {
  return (await requestsOf(scope, externalId)).map(({ record }) => ({ record }))
}

/** The request whose handing over this event told. */
export async function findByEvent(scope: TenantRead, eventId: string): Promise<StoredRequest | null> {
  const query = scope.select("fiscal_request").select(COLUMNS).where("event_id", "=", eventId)
  return requestOrNull(await query.executeTakeFirst())
}

/** False when the request is there already: whoever asked first has it, and others wait here for that one's commit. */
export async function insertRequest(tx: TenantWrite, kept: StoredRequest): Promise<boolean> {
  return (await insertRequests(tx, [kept])).size === 1
}

/** The same for many: the ids of those that are new, as their numbers are. */
export async function insertRequests(tx: TenantWrite, kept: readonly StoredRequest[]): Promise<ReadonlySet<string>> {
  const rows = kept.map((one) => {
    const { fiscalRequestId, storeId, orderId, operation, side, requestedAt } = one.record
    const row = { fiscal_request_id: fiscalRequestId, store_id: storeId, external_id: orderId, operation, side }
    return { ...row, created_at: requestedAt, ...columnsOf(one) }
  })
  return tx.addNew("fiscal_request", "fiscal_request_id", rows)
}

/** All of it: for whoever holds the request, or the order and the line that all who change it hold. */
export async function saveRequest(tx: TenantWrite, kept: StoredRequest): Promise<void> {
  const query = tx.update("fiscal_request").set(columnsOf(kept))
  await query.where("fiscal_request_id", "=", kept.record.fiscalRequestId).execute()
}

/** What a person must look at, and nothing of how far the document has gone. */
export async function saveFlag(tx: TenantWrite, fiscalRequestId: string, flag: string | null): Promise<void> {
  await tx.update("fiscal_request").set({ flag }).where("fiscal_request_id", "=", fiscalRequestId).execute()
}

export interface Handed {
  readonly fiscalRequestId: string
  readonly orderId: string
  readonly eventId: string
}

const HANDED = { id: "text", order_id: "text", event_id: "text" } as const

/** They are on their way to the authority, which will echo their events. */
export async function markHanded({ system, tenant, dialect }: TenantWrite, handed: readonly Handed[]): Promise<void> {
  const rows = handed.map(({ fiscalRequestId: id, orderId, eventId }) => ({ id, order_id: orderId, event_id: eventId }))
  await sql`
    UPDATE fiscal_request SET order_id = v.order_id, event_id = v.event_id, submission = 'handed'
    FROM ${dialect.rowsAs("v", HANDED, rows)}
    WHERE fiscal_request.fiscal_request_id = v.id
      AND ${dialect.behindKey("fiscal_request.account_id")} = ${tenant.accountId}
      AND ${dialect.behindKey("fiscal_request.vendor_id")} = ${tenant.vendorId}`.execute(system.db)
}

/** What a person must look at, oldest first. */
export async function flaggedRequests(scope: TenantRead, limit: number): Promise<StoredRequest[]> {
  const query = scope.select("fiscal_request").select(COLUMNS).where("flag", "is not", null)
  return (await query.orderBy("created_at").limit(limit).execute()).map(toStoredRequest)
}

/** The highest number that a store's box is known to have given, of each of its sequences. */
export async function lastOfBox(scope: TenantRead, storeId: string): Promise<{ key: string; last: number }[]> {
  const query = scope.select("fiscal_request").select(({ fn }) => ["sequence_key", fn.max("sequence").as("last")])
  const own = query.where("store_id", "=", storeId).where("side", "=", "appliance").where("sequence", "is not", null)
  const rows = await own.groupBy("sequence_key").execute()
  return rows.map(({ sequence_key, last }) => ({ key: sequence_key ?? "", last: Number(last) }))
}

/** What a sequence gave last; held until the commit, so that nobody draws the same. null: nothing yet. */
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
