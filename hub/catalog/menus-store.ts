/** Menus: their store, content and delivery state. Each content is stored once. */
import type { Selectable } from "kysely"
import type { MenuContent, MenuList, MenuSync, MenuSyncOf, SyncStatus } from "../../protocol/shapes/published-menu.ts"
import type { HubTables, TenantRead, TenantWrite } from "../storage/index.ts"

export interface MenuKey {
  readonly storeId: string
  /** In capitals, as fulfilments are written. */
  readonly channel: string
  readonly fulfillment: string
}

export interface MenuRow extends MenuKey {
  readonly list: MenuList
  readonly contentHash: string
  readonly version: string
  readonly sellable: boolean
  readonly removed: boolean
  readonly sync: MenuSync
}

export async function findMenu(scope: TenantRead, key: MenuKey): Promise<MenuRow | null> {
  const query = scope
    .select("menu")
    .selectAll()
    .where("store_id", "=", key.storeId)
    .where("channel", "=", key.channel)
    .where("fulfillment", "=", key.fulfillment)
  const row = await query.executeTakeFirst()
  return row ? toMenu(row) : null
}

/** The vendor's menus, or those of one of its stores; removed ones too. */
export async function listMenus(scope: TenantRead, storeId?: string): Promise<MenuRow[]> {
  let query = scope.select("menu").selectAll()
  if (storeId !== undefined) query = query.where("store_id", "=", storeId)
  const rows = await query.orderBy("store_id").orderBy("channel").orderBy("fulfillment").execute()
  return rows.map(toMenu)
}

/** Saves a generated menu. Reports write its delivery time, maybe at the same moment, so it is left as it is. */
export async function saveMenu(tx: TenantWrite, menu: MenuRow): Promise<void> {
  const row = {
    list: JSON.stringify(menu.list),
    content_hash: menu.contentHash,
    version: menu.version,
    sellable: menu.sellable ? 1 : 0,
    removed: menu.removed ? 1 : 0,
    generated_at: menu.sync.generatedAt,
    status: menu.sync.status,
  }
  const key = { store_id: menu.storeId, channel: menu.channel, fulfillment: menu.fulfillment }
  await tx
    .insert("menu", { ...key, ...row, synced_at: null })
    .onConflict((conflict) => conflict.columns(["store_id", "channel", "fulfillment"]).doUpdateSet(row))
    .execute()
}

export async function removeMenu(tx: TenantWrite, key: MenuKey): Promise<void> {
  await changed(tx, key).set({ removed: 1 }).execute()
}

/** Saves the delivery state of this version. A menu that was generated again meanwhile is another version. */
export async function setSyncStatus(
  tx: TenantWrite,
  menu: MenuKey & Pick<MenuRow, "version">,
  status: SyncStatus,
): Promise<void> {
  await changed(tx, menu).set({ status }).where("version", "=", menu.version).execute()
}

export async function noteSynced(tx: TenantWrite, key: MenuKey): Promise<void> {
  await changed(tx, key).set({ synced_at: tx.now }).execute()
}

/** Writes single columns, never a row that was read before, because other transactions generate menus meanwhile. */
function changed(tx: TenantWrite, { storeId, channel, fulfillment }: MenuKey) {
  return tx
    .update("menu")
    .where("store_id", "=", storeId)
    .where("channel", "=", channel)
    .where("fulfillment", "=", fulfillment)
}

export async function saveContent(tx: TenantWrite, hash: string, body: string): Promise<void> {
  await tx
    .insert("menu_content", { hash, body })
    .onConflict((conflict) => conflict.columns(["vendor_id", "hash"]).doNothing())
    .execute()
}

/** Deletes contents that no menu has any more. */
export async function dropContents(tx: TenantWrite, kept: ReadonlySet<string>): Promise<void> {
  const rows = await tx.select("menu_content").select("hash").execute()
  for (const { hash } of rows) if (!kept.has(hash)) await tx.remove("menu_content").where("hash", "=", hash).execute()
}

export async function readContent(scope: TenantRead, hash: string): Promise<MenuContent> {
  const query = scope.select("menu_content").select("body").where("hash", "=", hash)
  return JSON.parse((await query.executeTakeFirstOrThrow()).body)
}

/** The delivery states of a store's menus, for its box. */
export async function syncsOf(scope: TenantRead, storeId: string): Promise<MenuSyncOf[]> {
  const menus = await listMenus(scope, storeId)
  return menus
    .filter(({ removed }) => !removed)
    .map(({ channel, fulfillment, sync }) => ({ channel, fulfillment, ...sync }))
}

function toMenu(row: Selectable<HubTables["menu"]>): MenuRow {
  return {
    storeId: row.store_id,
    channel: row.channel,
    fulfillment: row.fulfillment,
    list: JSON.parse(row.list),
    contentHash: row.content_hash,
    version: row.version,
    sellable: Number(row.sellable) === 1,
    removed: Number(row.removed) === 1,
    sync: { status: row.status as SyncStatus, generatedAt: row.generated_at, syncedAt: row.synced_at },
  }
}
