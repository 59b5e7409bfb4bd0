/** Catalogue items, each with the revision that changed it last. What a box lacks is a range of revisions. */
import { sql } from "kysely"
import type { CatalogItem, CatalogKind } from "../../protocol/shapes/catalog.ts"
import { createFencedRead, type SystemWrite, type Tenant, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** Rows of one statement. */
const ROWS_MAX = 500

export interface KnownItem {
  readonly kind: CatalogKind
  readonly id: string
  /** JSON. */
  readonly body: string
  readonly since: string
}

/** The revision of the vendor's catalogue; 0 before its first content. */
export async function revisionOf(scope: TenantRead): Promise<number> {
  return Number((await scope.select("catalog").select("revision").executeTakeFirst())?.revision ?? 0)
}

export async function setRevision(tx: TenantWrite, revision: number): Promise<void> {
  await tx
    .insert("catalog", { revision })
    .onConflict((conflict) => conflict.column("vendor_id").doUpdateSet({ revision }))
    .execute()
}

/** The vendor's items that are not deleted. */
export async function currentItems(scope: TenantRead): Promise<KnownItem[]> {
  const rows = await scope
    .select("catalog_item")
    .select(["kind", "item_id as id", "body", "since"])
    .where("removed", "=", 0)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as CatalogKind }))
}

export async function hasProduct(scope: TenantRead, productId: string): Promise<boolean> {
  const query = scope
    .select("catalog_item")
    .select("item_id")
    .where("kind", "=", "product")
    .where("item_id", "=", productId)
    .where("removed", "=", 0)
  return (await query.executeTakeFirst()) !== undefined
}

/** The kitchen station of each of these products that has one. */
export async function findProductStations(
  scope: TenantRead,
  productIds: readonly string[],
): Promise<(productId: string) => string | null> {
  if (productIds.length === 0) return () => null
  const { rows } = await stationsOf(scope, { ids: scope.dialect.listOf(new Set(productIds)) })
  const stations = new Map(rows.map(({ id, station }) => [id, station]))
  return (productId) => stations.get(productId) ?? null
}

const stationsOf = createFencedRead(
  ({ tenant, dialect }, at: { ids: unknown }) => sql<{ id: string; station: string | null }>`
    SELECT item_id AS id, ${dialect.jsonText("body", "station")} AS station FROM catalog_item
    WHERE vendor_id = ${tenant.vendorId} AND kind = 'product' AND ${dialect.isAmong("item_id", at.ids)}
      AND removed = 0 AND ${dialect.behindKey("account_id")} = ${tenant.accountId}`,
  { byKey: true },
)

/** Saves items. `told` reports the progress between statements, because there may be many. */
export async function writeItems(
  tx: TenantWrite,
  items: readonly (KnownItem & { readonly removed: boolean })[],
  { revision, told = () => {} }: { revision: number; told?: (done: number) => void },
): Promise<void> {
  const { accountId, vendorId } = tx.tenant
  for (let at = 0; at < items.length; at += ROWS_MAX) {
    const rows = items.slice(at, at + ROWS_MAX).map(({ kind, id, body, since, removed }) => ({
      account_id: accountId,
      vendor_id: vendorId,
      kind,
      item_id: id,
      body,
      since,
      removed: removed ? 1 : 0,
      revision,
    }))
    await tx.system.db
      .insertInto("catalog_item")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["vendor_id", "kind", "item_id"]).doUpdateSet((eb) => ({
          body: eb.ref("excluded.body"),
          since: eb.ref("excluded.since"),
          removed: eb.ref("excluded.removed"),
          revision: eb.ref("excluded.revision"),
        })),
      )
      .execute()
    told(Math.min(at + ROWS_MAX, items.length))
  }
}

/** The items that changed after `revision`; for 0, all. Menus belong to one store each, which `storeCode` names. */
export async function itemsSince(
  scope: TenantRead,
  { revision, storeCode }: { revision: number; storeCode: string | null },
): Promise<CatalogItem[]> {
  let query = scope
    .select("catalog_item")
    .select(["kind", "item_id", "body", "since", "removed"])
    .where("revision", ">", revision)
  if (revision === 0) query = query.where("removed", "=", 0)
  const rows = await query.orderBy("kind").orderBy("item_id").execute()
  return rows.flatMap((row): CatalogItem[] => {
    const body = JSON.parse(row.body)
    if (row.kind === "menu" && body.storeCode !== storeCode) return []
    return [{ kind: row.kind as CatalogKind, id: row.item_id, since: row.since, body: row.removed ? null : body }]
  })
}

/** The revision that a store's box has; 0 when nothing was sent. */
export async function sentRevision({ db }: SystemWrite, storeId: string): Promise<number> {
  const query = db.selectFrom("catalog_sent").select("revision").where("store_id", "=", storeId)
  return Number((await query.executeTakeFirst())?.revision ?? 0)
}

export async function setSentRevision(
  { db }: SystemWrite,
  { accountId, vendorId }: Tenant,
  { storeId, revision }: { storeId: string; revision: number },
): Promise<void> {
  await db
    .insertInto("catalog_sent")
    .values({ account_id: accountId, vendor_id: vendorId, store_id: storeId, revision })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ revision }))
    .execute()
}
