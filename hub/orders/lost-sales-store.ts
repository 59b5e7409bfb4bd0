/** Lost sales in the hub's database. Unique by external id. */
import type { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { type Page, rowWindow } from "../../protocol/shapes/page.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export async function findLostSale(scope: TenantRead, externalId: string): Promise<LostSale | null> {
  const query = scope.select("lost_sale").select("record").where("external_id", "=", externalId)
  const row = await query.executeTakeFirst()
  return row ? JSON.parse(row.record) : null
}

/** Returns false, and writes nothing, if the vendor has a lost sale with this external id. */
export async function insertLostSale(tx: TenantWrite, sale: LostSale): Promise<boolean> {
  const { id, storeId, orderId, recordedAt } = sale
  const row = { id, store_id: storeId, external_id: orderId, recorded_at: recordedAt, record: JSON.stringify(sale) }
  const query = tx.insert("lost_sale", row).onConflict((conflict) => conflict.doNothing())
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

/** Replaces the lost sale stored under `id`. The new record may carry another id. */
export async function replaceLostSale(tx: TenantWrite, id: string, sale: LostSale): Promise<void> {
  const row = { id: sale.id, recorded_at: sale.recordedAt, record: JSON.stringify(sale) }
  await tx.update("lost_sale").set(row).where("id", "=", id).execute()
}

/** Oldest first. `since` is a time of recording. */
export async function lostSalesOfStore(scope: TenantRead, storeId: string, since: string): Promise<LostSale[]> {
  const query = scope.select("lost_sale").select("record").where("store_id", "=", storeId)
  const rows = await query.where("recorded_at", ">=", since).orderBy("recorded_at").orderBy("id").execute()
  return rows.map(({ record }) => JSON.parse(record))
}

/** Latest first. Only the page's rows are read. */
export async function readLostSales(scope: TenantRead, page: Page): Promise<{ sales: LostSale[]; total: number }> {
  const count = scope.select("lost_sale").select(({ fn }) => fn.countAll<number | string>().as("total"))
  const total = Number((await count.executeTakeFirstOrThrow()).total)
  const { offset, limit, fromEnd } = rowWindow(total, page)
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
