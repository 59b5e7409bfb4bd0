/** The corrections of an order on the box's disk, by their keys. */
import type { Correction, KeyedCorrection } from "../../../protocol/shapes/correction.ts"
import type { BoxTx } from "../../storage/index.ts"

export function findCorrection({ db }: BoxTx, orderId: string, key: string): Correction | null {
  const row = db
    .prepare<[string, string], { record: string }>("SELECT record FROM order_correction WHERE order_id = ? AND key = ?")
    .get(orderId, key)
  return row ? JSON.parse(row.record) : null
}

/** Total size of an order's corrections. */
export function bytesOfCorrections({ db }: BoxTx, orderId: string): number {
  const sql = "SELECT coalesce(sum(octet_length(record)), 0) AS bytes FROM order_correction WHERE order_id = ?"
  return db.prepare<[string], { bytes: number }>(sql).get(orderId)?.bytes ?? 0
}

export function addCorrections({ db }: BoxTx, orderId: string, corrections: readonly KeyedCorrection[]): void {
  const add = db.prepare("INSERT INTO order_correction (order_id, key, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
  for (const { key, correction } of corrections) add.run(orderId, key, JSON.stringify(correction))
}
