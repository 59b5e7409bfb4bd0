/** Charges by payment link on the box's disk: when a link was asked for, and what the hub last said. */
import type { PaymentHeard } from "../../protocol/shapes/charge.ts"
import type { BoxTx } from "../storage/index.ts"

export interface KeptCharge {
  /** Null where somebody else asked, at the hub. */
  readonly askedAt: string | null
  readonly heard: PaymentHeard | null
}

interface Row {
  readonly asked_at: string | null
  readonly heard: string | null
}

export function findCharge({ db }: BoxTx, externalId: string): KeptCharge | null {
  const row = db.prepare<[string], Row>("SELECT asked_at, heard FROM charge WHERE external_id = ?").get(externalId)
  return row ? { askedAt: row.asked_at, heard: row.heard === null ? null : JSON.parse(row.heard) } : null
}

export function saveAsked({ db, now }: BoxTx, externalId: string): void {
  db.prepare<[string, string]>(
    `INSERT INTO charge (external_id, asked_at, heard) VALUES (?, ?, NULL)
     ON CONFLICT (external_id) DO UPDATE SET asked_at = excluded.asked_at`,
  ).run(externalId, now)
}

export function saveHeard({ db }: BoxTx, heard: PaymentHeard): void {
  db.prepare<[string, string]>(
    `INSERT INTO charge (external_id, asked_at, heard) VALUES (?, NULL, ?)
     ON CONFLICT (external_id) DO UPDATE SET heard = excluded.heard, asked_at = NULL`,
  ).run(heard.externalOrderId, JSON.stringify(heard))
}
