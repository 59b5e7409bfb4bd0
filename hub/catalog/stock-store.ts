/** The last availability of each product in each store. */
import type { StockFact } from "../../protocol/shapes/stock.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

/** A placeholder until the same transaction writes the availability. */
const UNSAID = 0

/** Locks the availability until the commit, also of a product that had none. */
export async function lockStock(tx: TenantWrite, storeId: string, productId: string): Promise<StockFact | null> {
  const unsaid = { available: 1, until_at: null, revision: UNSAID, side: "hub", changed_at: tx.now }
  await tx
    .insert("product_stock", { store_id: storeId, product_id: productId, ...unsaid })
    .onConflict((conflict) => conflict.columns(["store_id", "product_id"]).doNothing())
    .execute()
  const query = tx
    .select("product_stock")
    .selectAll()
    .where("store_id", "=", storeId)
    .where("product_id", "=", productId)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  return row && Number(row.revision) !== UNSAID ? toFact(row) : null
}

export async function stockOf(scope: TenantRead, storeId: string): Promise<StockFact[]> {
  const query = scope.select("product_stock").selectAll().where("store_id", "=", storeId).orderBy("product_id")
  return (await query.execute()).map(toFact)
}

/** The products that are sold out now. */
export async function outOf(scope: TenantRead, storeId: string): Promise<Set<string>> {
  const query = scope
    .select("product_stock")
    .select("product_id")
    .where("store_id", "=", storeId)
    .where("available", "=", 0)
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", scope.now)]))
  return new Set((await query.execute()).map((row) => row.product_id))
}

export async function saveStock(tx: TenantWrite, storeId: string, fact: StockFact): Promise<void> {
  const row = {
    available: fact.available ? 1 : 0,
    until_at: fact.until,
    revision: fact.revision,
    side: fact.side,
    changed_at: fact.changedAt,
  }
  await tx
    .insert("product_stock", { store_id: storeId, product_id: fact.productId, ...row })
    .onConflict((conflict) => conflict.columns(["store_id", "product_id"]).doUpdateSet(row))
    .execute()
}

function toFact(row: {
  product_id: string
  available: number
  until_at: string | null
  revision: number
  side: string
  changed_at: string
}): StockFact {
  return {
    productId: row.product_id,
    available: Number(row.available) === 1,
    until: row.until_at,
    revision: Number(row.revision),
    side: row.side as StockFact["side"],
    changedAt: row.changed_at,
  }
}
