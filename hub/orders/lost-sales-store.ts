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

/** Writes the record of a lost sale that is here under `id`; the record may carry another id. */
export async function replaceLostSale(tx: TenantWrite, id: string, sale: LostSale): Promise<void> {
  const row = { id: sale.id, recorded_at: sale.recordedAt, record: JSON.stringify(sale) }
  await tx.update("lost_sale").set(row).where("id", "=", id).execute()
}

/** The oldest first. `since`: a moment of recording. */
export async function lostSalesOfStore(scope: TenantRead, storeId: string, since: string): Promise<LostSale[]> {
  const query = scope.select("lost_sale").select("record").where("store_id", "=", storeId)
  const rows = await query.where("recorded_at", ">=", since).orderBy("recorded_at").orderBy("id").execute()
  return rows.map(({ record }) => JSON.parse(record))
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
