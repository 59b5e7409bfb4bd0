/** The latest availability of each product in this store, set here or at the hub. */
import type { StockFact } from "../../protocol/shapes/stock.ts"
import type { BoxTx } from "../storage/index.ts"

interface Row {
  readonly product_id: string
  readonly available: number
  readonly until_at: string | null
  readonly revision: number
  readonly side: StockFact["side"]
  readonly changed_at: string
}

export function findStock({ db }: BoxTx, productId: string): StockFact | null {
  const row = db.prepare<[string], Row>("SELECT * FROM product_stock WHERE product_id = ?").get(productId)
  if (!row) return null
  return {
    productId: row.product_id,
    available: row.available === 1,
    until: row.until_at,
    revision: row.revision,
    side: row.side,
    changedAt: row.changed_at,
  }
}

export function saveStock({ db }: BoxTx, fact: StockFact): void {
  db.prepare(
    `INSERT OR REPLACE INTO product_stock (product_id, available, until_at, revision, side, changed_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(fact.productId, fact.available ? 1 : 0, fact.until, fact.revision, fact.side, fact.changedAt)
}

/** The ids of the products that are sold out now. */
export function unavailableProducts({ db, now }: BoxTx): Set<string> {
  const query = db.prepare<[string], { product_id: string }>(
    `SELECT product_id FROM product_stock
     WHERE available = 0 AND (until_at IS NULL OR until_at > ?) ORDER BY product_id`,
  )
  return new Set(query.all(now).map((row) => row.product_id))
}

/** Whether the sold-out time of a product ended between two moments. */
export function backInStock({ db }: BoxTx, after: string, until: string): boolean {
  const query = db.prepare("SELECT 1 FROM product_stock WHERE until_at > ? AND until_at <= ? LIMIT 1")
  return query.get(after, until) !== undefined
}
