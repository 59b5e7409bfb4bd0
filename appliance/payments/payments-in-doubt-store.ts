/** Payments in doubt on the box's disk. */
import type { TenderRequest } from "../../protocol/shapes/tender.ts"
import type { BoxTx } from "../storage/index.ts"

export interface StoredPaymentInDoubt {
  readonly doubtId: string
  readonly orderId: string
  readonly terminal: string
  /** All tenders that settle the order if the one in doubt was paid. */
  readonly payments: readonly TenderRequest[]
  readonly at: string
  readonly settledAt: string | null
}

type Row = Omit<StoredPaymentInDoubt, "payments"> & { readonly payments: string }

const COLUMNS = "doubt_id AS doubtId, order_id AS orderId, terminal, payments, at, settled_at AS settledAt"

export function findPaymentInDoubt({ db }: BoxTx, doubtId: string): StoredPaymentInDoubt | null {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM tender_doubt WHERE doubt_id = ?`).get(doubtId)
  return row ? doubtOf(row) : null
}

export function unsettledPaymentsInDoubt({ db }: BoxTx): StoredPaymentInDoubt[] {
  const sql = `SELECT ${COLUMNS} FROM tender_doubt WHERE settled_at IS NULL ORDER BY at, doubt_id`
  return db.prepare<[], Row>(sql).all().map(doubtOf)
}

/** Settled payments in doubt of these orders, oldest first. */
export function settledPaymentsInDoubt({ db }: BoxTx, orderIds: readonly string[]): StoredPaymentInDoubt[] {
  const sql = `SELECT ${COLUMNS} FROM tender_doubt WHERE settled_at IS NOT NULL
    AND order_id IN (SELECT value FROM json_each(?)) ORDER BY at, doubt_id`
  return db.prepare<[string], Row>(sql).all(JSON.stringify(orderIds)).map(doubtOf)
}

export function savePaymentInDoubt({ db, now }: BoxTx, doubt: Omit<StoredPaymentInDoubt, "at" | "settledAt">): void {
  db.prepare("INSERT INTO tender_doubt (doubt_id, order_id, terminal, payments, at) VALUES (?, ?, ?, ?, ?)").run(
    doubt.doubtId,
    doubt.orderId,
    doubt.terminal,
    JSON.stringify(doubt.payments),
    now,
  )
}

export function markSettled({ db, now }: BoxTx, doubtId: string): void {
  db.prepare("UPDATE tender_doubt SET settled_at = ? WHERE doubt_id = ?").run(now, doubtId)
}

/** Updates the tenders of a payment in doubt. */
export function savePayments(
  { db }: BoxTx,
  { doubtId, payments }: Pick<StoredPaymentInDoubt, "doubtId" | "payments">,
): void {
  db.prepare("UPDATE tender_doubt SET payments = ? WHERE doubt_id = ?").run(JSON.stringify(payments), doubtId)
}

function doubtOf(row: Row): StoredPaymentInDoubt {
  return { ...row, payments: JSON.parse(row.payments) }
}
