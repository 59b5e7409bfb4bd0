/** Charges by payment link on the box's disk: when a link was requested, and the hub's latest report. */
import type { PaymentReported } from "../../protocol/shapes/charge.ts"
import type { BoxTx } from "../storage/index.ts"

export interface StoredCharge {
  /** When this box requested the link; null once the hub has reported, or if it was requested at the hub. */
  readonly askedAt: string | null
  readonly heard: PaymentReported | null
  /** Why the payment does not fit the order. */
  readonly unfit: string | null
  /** Tenders that are being returned because the sale got no number. */
  readonly returned: RefundedMoney | null
}

interface RefundedMoney {
  readonly tenders: readonly string[]
  readonly why: string
}

interface Row {
  readonly asked_at: string | null
  readonly heard: string | null
  readonly unfit: string | null
  readonly returned: string | null
}

export function findCharge({ db }: BoxTx, externalId: string): StoredCharge | null {
  const sql = "SELECT asked_at, heard, unfit, returned FROM charge WHERE external_id = ?"
  const row = db.prepare<[string], Row>(sql).get(externalId)
  if (!row) return null
  const { asked_at: askedAt, heard, unfit, returned } = row
  return { askedAt, heard: heard && JSON.parse(heard), unfit, returned: returned && JSON.parse(returned) }
}

export function saveRequestedCharge({ db, now }: BoxTx, externalId: string): void {
  db.prepare<[string, string]>(
    `INSERT INTO charge (external_id, asked_at, heard) VALUES (?, ?, NULL)
     ON CONFLICT (external_id) DO UPDATE SET asked_at = excluded.asked_at`,
  ).run(externalId, now)
}

export function saveReportedCharge({ db }: BoxTx, heard: PaymentReported): void {
  db.prepare<[string, string]>(
    `INSERT INTO charge (external_id, asked_at, heard) VALUES (?, NULL, ?)
     ON CONFLICT (external_id) DO UPDATE SET heard = excluded.heard, asked_at = NULL`,
  ).run(heard.externalOrderId, JSON.stringify(heard))
}

export function saveUnfit({ db }: BoxTx, externalId: string, why: string | null): void {
  db.prepare<[string | null, string]>("UPDATE charge SET unfit = ? WHERE external_id = ?").run(why, externalId)
}

export function saveRefundedMoney({ db }: BoxTx, externalId: string, returned: RefundedMoney): void {
  const row = JSON.stringify(returned)
  db.prepare<[string, string]>("UPDATE charge SET returned = ? WHERE external_id = ?").run(row, externalId)
}

/** External ids of orders whose payment does not fit them. */
export function unfitCharges({ db }: BoxTx): string[] {
  const rows = db.prepare<[], { external_id: string }>("SELECT external_id FROM charge WHERE unfit IS NOT NULL").all()
  return rows.map((row) => row.external_id)
}
