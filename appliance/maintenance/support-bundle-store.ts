/** What support sees of the last day, read from the box's tables: named column by column, so that nothing else can get into it. */
import type { Database } from "better-sqlite3"

const ROWS_MAX = 5_000

/** Of an order: what became of it, never who bought it, what it is called or where it goes. */
const ORDERS = `
  SELECT id, status, business_day AS businessDay, created_at AS createdAt, payment_status AS paymentStatus, channel, fulfilment,
    record ->> '$.updatedAt' AS updatedAt, record ->> '$.sequence' AS sequence, record ->> '$.kitchen.stage' AS kitchenStage,
    record ->> '$.settlement.status' AS settled, record ->> '$.settlement.total' AS total,
    record ->> '$.fiscalRepresentation.numberingStatus' AS numbering
  FROM orders WHERE created_at >= ? ORDER BY created_at DESC LIMIT ?`

const EVENTS =
  "SELECT order_id AS orderId, event_id AS eventId, type, at FROM order_event WHERE at >= ? ORDER BY at DESC LIMIT ?"

const OUTBOX = "SELECT seq, mark, kind, at, length(body) AS bytes FROM outbox WHERE at >= ? ORDER BY seq DESC LIMIT ?"

/** No title and no body: a paper names its buyer. */
const SPOOL = `
  SELECT seq, job_id AS jobId, printer_id AS printerId, document, copy_number AS copyNumber, copies, copies_printed AS copiesPrinted,
    status, reason, bytes_left AS bytesLeft, attempts, retry, expires_at AS expiresAt, created_at AS createdAt, updated_at AS updatedAt
  FROM spool_job WHERE updated_at >= ? ORDER BY seq DESC LIMIT ?`

const FISCAL = `
  SELECT id, operation, side, sequence_key AS sequenceKey, sequence, record ->> '$.requestStatus' AS status,
    record ->> '$.failure.code' AS failure, record ->> '$.requestedAt' AS requestedAt
  FROM fiscal_request WHERE record ->> '$.requestedAt' >= ? ORDER BY record ->> '$.requestedAt' DESC LIMIT ?`

/** Who did it is the store's to know. */
const TRAIL =
  "SELECT at, body ->> '$.action' AS action, body ->> '$.deviceId' AS deviceId FROM audit WHERE at >= ? ORDER BY seq DESC LIMIT ?"

const PARKED =
  "SELECT seq, mark, kind, at, reason, parked_at AS parkedAt FROM parked_down WHERE parked_at >= ? ORDER BY seq DESC LIMIT ?"

const SECTIONS = {
  orders: ORDERS,
  events: EVENTS,
  outbox: OUTBOX,
  spool: SPOOL,
  fiscal: FISCAL,
  trail: TRAIL,
  parked: PARKED,
}

type BundleRows = { readonly [Name in keyof typeof SECTIONS]: readonly unknown[] }

export function rowsSince(db: Database, since: string): BundleRows {
  const read = Object.entries(SECTIONS).map(([name, sql]) => [name, db.prepare(sql).all(since, ROWS_MAX)])
  return Object.fromEntries(read) as BundleRows
}

/** The store, its line, its screens and its schema, whenever they were written. */
export function factsOf(db: Database): Readonly<Record<string, unknown>> {
  const all = (sql: string) => db.prepare(sql).all()
  return {
    store: db
      .prepare(
        `SELECT body ->> '$.store.id' AS id, body ->> '$.store.code' AS code, body ->> '$.store.countryCode' AS countryCode,
           body ->> '$.store.timeZone' AS timeZone, received_at AS receivedAt FROM store_config`,
      )
      .get(),
    line: db
      .prepare(
        `SELECT epoch, previous_epoch AS previousEpoch, acked, acked_at AS ackedAt, applied_down AS appliedDown, session, fenced,
           (SELECT max(seq) FROM outbox) AS made FROM sync_line`,
      )
      .get(),
    days: all("SELECT business_day AS businessDay, status FROM business_day ORDER BY business_day DESC LIMIT 10"),
    screens: all("SELECT device_id AS deviceId, kind, paired_at AS pairedAt, revoked_at AS revokedAt FROM device"),
    components: all(
      `SELECT component_id AS componentId, body ->> '$.componentType' AS type, body ->> '$.status' AS status,
         body ->> '$.degradedReason' AS reason, body ->> '$.appVersion' AS version, body ->> '$.lastBeatAt' AS lastBeatAt FROM component`,
    ),
    schema: all("SELECT id, name, applied_at AS appliedAt FROM schema_migration ORDER BY id"),
    pages: all("SELECT printer_id AS printerId, page, set_at AS setAt FROM printer_page"),
  }
}
