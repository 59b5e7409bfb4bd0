/** Outage tests on the box's disk, and the orders and prints of the store while one ran. */
import type { OutageTestReport } from "../../../protocol/http/outage-test.ts"
import type { BoxTx } from "../../storage/index.ts"

const REPORTS_MAX = 50

/** A report, and the operation that the hub must acknowledge before it has caught up. */
export interface StoredOutageTest extends OutageTestReport {
  readonly madeBefore: number
  readonly madeAfter: number | null
  /** The row number of the newest order when the test started. */
  readonly orderBefore: number
}

export function saveOutageTest({ db }: BoxTx, drill: StoredOutageTest): void {
  db.prepare(
    `INSERT INTO drill (drill_id, started_at, ends_at, state, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (drill_id) DO UPDATE SET ends_at = excluded.ends_at, state = excluded.state, body = excluded.body`,
  ).run(drill.drillId, drill.startedAt, drill.endsAt, drill.state, JSON.stringify(drill))
}

export function findOutageTest({ db }: BoxTx, drillId: string): StoredOutageTest | null {
  const row = db.prepare<[string], { body: string }>("SELECT body FROM drill WHERE drill_id = ?").get(drillId)
  return row ? JSON.parse(row.body) : null
}

/** Returns the test whose outage or catch-up goes on. */
export function runningOutageTest({ db }: BoxTx): StoredOutageTest | null {
  const row = db.prepare<[], { body: string }>("SELECT body FROM drill WHERE state <> 'over'").get()
  return row ? JSON.parse(row.body) : null
}

export function listOver({ db }: BoxTx): StoredOutageTest[] {
  return db
    .prepare<[number], { body: string }>("SELECT body FROM drill WHERE state = 'over' ORDER BY started_at DESC LIMIT ?")
    .all(REPORTS_MAX)
    .map(({ body }) => JSON.parse(body))
}

/** Returns the row number of the newest order. Later orders have higher ones, even if a device's clock was wrong. */
export function newestOrder({ db }: BoxTx): number {
  return db.prepare<[], { place: number }>("SELECT coalesce(max(rowid), 0) AS place FROM orders").get()?.place ?? 0
}

export function countOrdersAfter({ db }: BoxTx, place: number): number {
  return (
    db.prepare<[number], { sold: number }>("SELECT count(*) AS sold FROM orders WHERE rowid > ?").get(place)?.sold ?? 0
  )
}

export function countPrinted({ db }: BoxTx, from: string, to: string): number {
  const row = db
    .prepare<[string, string], { printed: number }>(
      "SELECT count(*) AS printed FROM spool_job WHERE status = 'printed' AND updated_at >= ? AND updated_at < ?",
    )
    .get(from, to)
  return row?.printed ?? 0
}
