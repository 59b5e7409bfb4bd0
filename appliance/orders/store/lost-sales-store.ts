/** Lost sales on the box's disk, one per external id. */
import type { LostSale } from "../../../protocol/shapes/lost-sale.ts"
import type { BoxTx } from "../../storage/index.ts"

/** Returns the lost sale's id. */
export function findLostSale({ db }: BoxTx, externalId: string): string | null {
  const row = db.prepare<[string], { id: string }>("SELECT id FROM lost_sale WHERE external_id = ?").get(externalId)
  return row?.id ?? null
}

export function addLostSale({ db }: BoxTx, sale: LostSale): void {
  db.prepare("INSERT INTO lost_sale (external_id, id, record) VALUES (?, ?, ?)").run(
    sale.orderId,
    sale.id,
    JSON.stringify(sale),
  )
}

/** Restores a lost sale from the hub. One that exists here keeps its id, and the hub adopts it. */
export function restoreLostSale(tx: BoxTx, sale: LostSale): void {
  if (findLostSale(tx, sale.orderId) === null) addLostSale(tx, sale)
}
