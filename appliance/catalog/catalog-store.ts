/** The vendor's catalogue as the hub sent it, item by item. A change is applied when all of its parts have arrived. */
import { type Catalog, toCatalog } from "../../protocol/rules/catalog/catalog.ts"
import type { CatalogItem, CatalogKind } from "../../protocol/shapes/catalog.ts"
import type { MenuSyncOf } from "../../protocol/shapes/published-menu.ts"
import type { BoxTx } from "../storage/index.ts"

export interface CatalogPart {
  readonly revision: number
  readonly reset: boolean
  readonly last: boolean
  readonly items: readonly CatalogItem[]
}

interface CatalogState {
  /** Grows with every applied change. */
  readonly generation: number
  readonly changedAt: string
  readonly syncs: readonly MenuSyncOf[]
}

interface Row {
  readonly generation: number
  readonly changed_at: string
  readonly syncs: string
}

export type CatalogVersion = Pick<CatalogState, "generation" | "changedAt">

/** The catalogue's version; generation 0 before the hub has sent one. */
export function catalogVersion({ db }: BoxTx): CatalogVersion {
  const query = db.prepare<[], CatalogVersion>("SELECT generation, changed_at AS changedAt FROM catalog WHERE id = 1")
  return query.get() ?? { generation: 0, changedAt: "" }
}

/** Null before the hub has sent one. */
export function catalogState({ db }: BoxTx): CatalogState | null {
  const query = db.prepare<[], Row>("SELECT generation, changed_at, syncs FROM catalog WHERE id = 1 AND generation > 0")
  const row = query.get()
  if (!row) return null
  return { generation: row.generation, changedAt: row.changed_at, syncs: JSON.parse(row.syncs) }
}

/** Stores a part; the last part applies the whole change. Returns whether it did. */
export function receivePart(tx: BoxTx, { revision, reset, last, items }: CatalogPart): boolean {
  const { db } = tx
  if (reset) db.prepare("DELETE FROM catalog_incoming").run()
  const keep = db.prepare("INSERT INTO catalog_incoming (kind, item_id, since, body) VALUES (?, ?, ?, ?)")
  if (reset) keep.run(RESET, "", tx.now, null)
  for (const { kind, id, since, body } of items) keep.run(kind, id, since, body === null ? null : JSON.stringify(body))
  if (!last) return false
  applyIncomingParts(tx)
  db.prepare(
    `INSERT INTO catalog (id, generation, revision, changed_at, syncs) VALUES (1, 1, ?, ?, '[]')
     ON CONFLICT (id) DO UPDATE SET generation = generation + 1, revision = excluded.revision, changed_at = excluded.changed_at`,
  ).run(revision, tx.now)
  return true
}

/** Kind of a stored part that deletes all earlier items. */
const RESET = "reset"

function applyIncomingParts({ db }: BoxTx): void {
  const isReset = db.prepare("SELECT 1 FROM catalog_incoming WHERE kind = ?").get(RESET) !== undefined
  if (isReset) db.prepare("DELETE FROM catalog_item").run()
  db.prepare(
    "DELETE FROM catalog_item WHERE (kind, item_id) IN (SELECT kind, item_id FROM catalog_incoming WHERE body IS NULL)",
  ).run()
  db.prepare(
    `INSERT OR REPLACE INTO catalog_item (kind, item_id, since, body)
     SELECT kind, item_id, since, body FROM catalog_incoming WHERE body IS NOT NULL ORDER BY position`,
  ).run()
  db.prepare("DELETE FROM catalog_incoming").run()
}

export function readItems({ db }: BoxTx): Catalog {
  const query = db.prepare<[], { kind: CatalogKind; id: string; since: string; body: string }>(
    "SELECT kind, item_id AS id, since, body FROM catalog_item",
  )
  return toCatalog(query.all().map((row) => ({ ...row, body: JSON.parse(row.body) })))
}

export function hasProduct({ db }: BoxTx, productId: string): boolean {
  const query = db.prepare("SELECT 1 FROM catalog_item WHERE kind = 'product' AND item_id = ?")
  return query.get(productId) !== undefined
}

export function readProduct({ db }: BoxTx, productId: string) {
  const query = db.prepare<[string], { body: string }>(
    "SELECT body FROM catalog_item WHERE kind = 'product' AND item_id = ?",
  )
  const row = query.get(productId)
  return row ? (JSON.parse(row.body) as { station?: string }) : null
}

/** Stores the hub's report on the deliveries of this store's menus. */
export function saveSyncs({ db, now }: BoxTx, syncs: readonly MenuSyncOf[]): void {
  db.prepare(
    `INSERT INTO catalog (id, generation, revision, changed_at, syncs) VALUES (1, 0, 0, ?, ?)
     ON CONFLICT (id) DO UPDATE SET syncs = excluded.syncs`,
  ).run(now, JSON.stringify(syncs))
}
