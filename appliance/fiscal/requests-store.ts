/** Numbering requests on the box's disk, its own and copies of the hub's, and the sequences of its own points. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { type BoxTx, jsonOf } from "../storage/index.ts"

interface Row {
  readonly record: string
}

export function findRequest({ db }: BoxTx, fiscalRequestId: string): FiscalRecord | null {
  const row = db.prepare<[string], Row>("SELECT record FROM fiscal_request WHERE id = ?").get(fiscalRequestId)
  return row ? JSON.parse(row.record) : null
}

/** Requests of an order, by its external id. The store's own come first, because the store is the order's home. */
export function requestsOf({ db }: BoxTx, externalId: string): FiscalRecord[] {
  const query = "SELECT record FROM fiscal_request WHERE external_id = ? ORDER BY side, operation DESC"
  return db
    .prepare<[string], Row>(query)
    .all(externalId)
    .map(({ record }) => JSON.parse(record))
}

/** The id of the failed request for an order's invoice. The hub uses the same id. */
export function failedRequestOf(tx: BoxTx, externalId: string): string | null {
  const failed = requestsOf(tx, externalId).find((one) => one.operation === "ISSUE" && one.requestStatus === "FAILED")
  return failed?.fiscalRequestId ?? null
}

/** Inserts or updates. The row keeps a drawn number from being drawn again. */
export function saveRequest({ db }: BoxTx, record: FiscalRecord): void {
  const { fiscalRequestId: id, orderId: external_id, operation, side, sequenceKey, sequence } = record
  const row = { id, external_id, operation, side, sequence_key: sequenceKey, sequence, record: jsonOf(record) }
  db.prepare<[typeof row]>(
    `INSERT INTO fiscal_request (id, external_id, operation, side, sequence_key, sequence, record)
     VALUES (@id, @external_id, @operation, @side, @sequence_key, @sequence, @record)
     ON CONFLICT (id) DO UPDATE SET sequence_key = excluded.sequence_key, sequence = excluded.sequence, record = excluded.record`,
  ).run(row)
}

/** The last number of a sequence; null if none was drawn. */
export function lastSequence({ db }: BoxTx, key: string): number | null {
  const row = db.prepare<[string], { last: number }>("SELECT last FROM fiscal_sequence WHERE sequence_key = ?").get(key)
  return row?.last ?? null
}

export function saveLastSequence({ db }: BoxTx, key: string, last: number): void {
  db.prepare(
    "INSERT INTO fiscal_sequence (sequence_key, last) VALUES (?, ?) ON CONFLICT (sequence_key) DO UPDATE SET last = excluded.last",
  ).run(key, last)
}
