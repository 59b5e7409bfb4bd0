/** Kitchen tickets on the box's disk, and a counter of their changes. A screen with a lower count reads again. */
import { expectedSince, type TicketState, ticketState } from "../../protocol/rules/kitchen/ticket-states.ts"
import type { Ticket } from "../../protocol/shapes/ticket.ts"
import { type BoxTx, countUp, readMeta } from "../storage/index.ts"

const SEQ = "kitchen.seq"
const RETENTION_MS = 7 * 24 * 3_600_000

interface Row {
  readonly record: string
}

export function ticketSeq({ db }: BoxTx): number {
  return Number(readMeta(db, SEQ) ?? 0)
}

/** Counts a change and returns its number. */
export function countChange(tx: BoxTx): number {
  return countUp(tx.db, SEQ)
}

export function findTicket({ db }: BoxTx, ticketId: string): Ticket | null {
  const row = db.prepare<[string], Row>("SELECT record FROM kitchen_ticket WHERE ticket_id = ?").get(ticketId)
  return row ? JSON.parse(row.record) : null
}

export function hasTicket({ db }: BoxTx, ticketId: string): boolean {
  return db.prepare("SELECT 1 FROM kitchen_ticket WHERE ticket_id = ?").get(ticketId) !== undefined
}

export function ticketsOfOrder({ db }: BoxTx, orderId: string): Ticket[] {
  const sql = "SELECT record FROM kitchen_ticket WHERE order_id = ? ORDER BY rowid"
  return parse(db.prepare<[string], Row>(sql).all(orderId))
}

/** Inserts or updates. */
export function saveTicket({ db }: BoxTx, ticket: Ticket): void {
  const { ticketId, orderId, station, sentAt, bumpedAt } = ticket
  db.prepare(
    `INSERT INTO kitchen_ticket (ticket_id, order_id, station, state, sent_at, bumped_at, record)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (ticket_id) DO UPDATE SET state = excluded.state, bumped_at = excluded.bumped_at, record = excluded.record`,
  ).run(ticketId, orderId, station, ticketState(ticket), sentAt, bumpedAt, JSON.stringify(ticket))
}

/** Deletes tickets older than a week. All states are listed so that the index on state and time is used. */
export function forgetOldTickets({ db, now }: BoxTx): void {
  const old = new Date(Date.parse(now) - RETENTION_MS).toISOString()
  db.prepare(
    `DELETE FROM kitchen_ticket WHERE state IN (${quoteStates(["open", "bumped", "ended"])}) AND sent_at < ?`,
  ).run(old)
}

/** Oldest first, at most `max`. */
export function openTickets(tx: BoxTx, station: string, max: number): Ticket[] {
  const sql = `SELECT record FROM kitchen_ticket WHERE station = ? AND state = 'open' AND sent_at > ?
    ORDER BY sent_at, rowid LIMIT ?`
  return parse(tx.db.prepare<[string, string, number], Row>(sql).all(station, expectedSince(tx.now), max))
}

export function countOpen(tx: BoxTx, station: string): number {
  const sql = "SELECT count(*) AS n FROM kitchen_ticket WHERE station = ? AND state = 'open' AND sent_at > ?"
  return tx.db.prepare<[string, string], { n: number }>(sql).get(station, expectedSince(tx.now))?.n ?? 0
}

/** Recently bumped or ended tickets, newest first. */
export function recentTickets(tx: BoxTx, station: string, max: number): Ticket[] {
  const sql = `SELECT record FROM kitchen_ticket WHERE station = ? AND state IN ('bumped', 'ended') AND sent_at > ?
    AND bumped_at IS NOT NULL ORDER BY bumped_at DESC, rowid DESC LIMIT ?`
  return parse(tx.db.prepare<[string, string, number], Row>(sql).all(station, expectedSince(tx.now), max))
}

/** Ids of orders with an open or bumped ticket, oldest first. */
export function ordersAtPass(tx: BoxTx): string[] {
  const sql = `SELECT order_id AS id, min(sent_at) AS at, min(rowid) AS place FROM kitchen_ticket
    WHERE state IN (${AT_PASS}) AND sent_at > ? GROUP BY order_id ORDER BY at, place`
  return tx.db
    .prepare<[string], { id: string }>(sql)
    .all(expectedSince(tx.now))
    .map(({ id }) => id)
}

const AT_PASS = quoteStates(["open", "bumped"])

function quoteStates(states: readonly TicketState[]): string {
  return states.map((state) => `'${state}'`).join(", ")
}

function parse(rows: readonly Row[]): Ticket[] {
  return rows.map(({ record }) => JSON.parse(record))
}
