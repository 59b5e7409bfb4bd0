/** Lost sales in the hub's database, once by their external id. */
import type { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { type Page, stretchOf } from "../../protocol/shapes/page.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export async function findLostSale(scope: TenantRead, externalId: string): Promise<LostSale | null> {
  const query = scope.select("lost_sale").select("record").where("external_id", "=", externalId)
  const row = await query.executeTakeFirst()
  return row ? JSON.parse(row.record) : null
}

/** False when the vendor has one with this external id already; then nothing is written. */
export async function insertLostSale(tx: TenantWrite, sale: LostSale): Promise<boolean> {
  const { id, storeId, orderId, recordedAt } = sale
  const row = { id, store_id: storeId, external_id: orderId, recorded_at: recordedAt, record: JSON.stringify(sale) }
  const query = tx.insert("lost_sale", row).onConflict((conflict) => conflict.doNothing())
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

/** The latest recorded first; only the page's own rows are read. */
export async function readLostSales(scope: TenantRead, page: Page): Promise<{ sales: LostSale[]; total: number }> {
  const count = scope.select("lost_sale").select(({ fn }) => fn.countAll<number | string>().as("total"))
  const total = Number((await count.executeTakeFirstOrThrow()).total)
  const { offset, limit, fromEnd } = stretchOf(total, page)
  const way = fromEnd ? "asc" : "desc"
  const ids = scope.select("lost_sale").select("id").orderBy("recorded_at", way).orderBy("id", way)
  const rows = await scope
    .select("lost_sale")
    .select("record")
    .where("id", "in", ids.limit(limit).offset(offset))
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc")
    .execute()
  return { sales: rows.map(({ record }) => JSON.parse(record)), total }
}
