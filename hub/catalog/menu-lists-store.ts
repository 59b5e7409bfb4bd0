/** Pages of menus, publications and sold-out products for the dashboard, across the vendors that the user may see. */
import type { MenuLock, MenuReport } from "../../protocol/http/admin/menus.ts"
import type { TenantRead } from "../storage/index.ts"

interface MenuListQuery {
  readonly vendorIds: readonly string[]
  readonly storeId: string | undefined
  readonly after: readonly string[] | null
  readonly limit: number
}

export async function readMenus(scope: TenantRead, { vendorIds, storeId, after, limit }: MenuListQuery) {
  let query = scope
    .selectAcrossVendors("menu")
    .innerJoin("store", "store.store_id", "menu.store_id")
    .selectAll("menu")
    .select(["store.code", "store.record"])
    .where("menu.vendor_id", "in", [...vendorIds])
    .where("removed", "=", 0)
  if (storeId !== undefined) query = query.where("menu.store_id", "=", storeId.toLowerCase())
  if (after) {
    const [store = "", channel = "", fulfillment = ""] = after
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("menu.store_id", "menu.channel", "menu.fulfillment"), ">", tuple(store, channel, fulfillment)),
    )
  }
  return query.orderBy("menu.store_id").orderBy("menu.channel").orderBy("menu.fulfillment").limit(limit).execute()
}

interface LatestPublication {
  readonly publicationId: string
  readonly publishedAt: string
  readonly version: string
  readonly askedBy: string | null
  readonly reports: MenuReport[]
}

export async function latestPublication(
  scope: TenantRead,
  menu: { storeId: string; channel: string; fulfillment: string },
): Promise<LatestPublication | null> {
  const all = scope
    .selectAcrossVendors("menu_sync")
    .selectAll()
    .where("store_id", "=", menu.storeId)
    .where("channel", "=", menu.channel)
    .where("fulfillment", "=", menu.fulfillment)
  const last = await all.orderBy("created_at", "desc").limit(1).executeTakeFirst()
  if (!last) return null
  const rows = await all.where("publication_id", "=", last.publication_id).orderBy("entity").execute()
  return {
    publicationId: last.publication_id,
    publishedAt: last.created_at,
    version: last.version,
    askedBy: last.asked_by,
    reports: rows.map((row) => ({
      entity: row.entity,
      status: row.status as MenuReport["status"],
      error: row.error,
      completedAt: row.completed_at,
    })),
  }
}

export async function readLocks(scope: TenantRead, vendorIds: readonly string[]): Promise<MenuLock[]> {
  const rows = await scope
    .selectAcrossVendors("menu_lock")
    .selectAll()
    .where("vendor_id", "in", [...vendorIds])
    .orderBy("vendor_id")
    .execute()
  const locks: MenuLock[] = []
  for (const { vendor_id: vendorId, publication_id: publicationId, taken_at: takenAt } of rows) {
    const waiting = await scope
      .selectAcrossVendors("menu_sync")
      .select("sync_id")
      .where("publication_id", "=", publicationId)
      .where("status", "=", "pending")
      .execute()
    locks.push({ vendorId, publicationId, takenAt, waiting: waiting.length })
  }
  return locks
}

export async function readStockOuts(scope: TenantRead, { vendorIds, storeId, after, limit }: MenuListQuery) {
  let query = scope
    .selectAcrossVendors("product_stock")
    .innerJoin("store", "store.store_id", "product_stock.store_id")
    .leftJoin("catalog_item", (join) =>
      join
        .onRef("catalog_item.vendor_id", "=", "product_stock.vendor_id")
        .onRef("catalog_item.item_id", "=", "product_stock.product_id")
        .on("catalog_item.kind", "=", "product"),
    )
    .select([
      "product_stock.store_id",
      "product_stock.product_id",
      "product_stock.vendor_id",
      "until_at",
      "side",
      "changed_at",
      "store.code",
      "store.record",
      "catalog_item.body",
    ])
    .where("available", "=", 0)
    .where("product_stock.vendor_id", "in", [...vendorIds])
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", scope.now)]))
  if (storeId !== undefined) query = query.where("product_stock.store_id", "=", storeId.toLowerCase())
  if (after) {
    const [store = "", product = ""] = after
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("product_stock.store_id", "product_stock.product_id"), ">", tuple(store, product)),
    )
  }
  return query.orderBy("product_stock.store_id").orderBy("product_stock.product_id").limit(limit).execute()
}
