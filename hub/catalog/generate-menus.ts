/** Generates the menus of a vendor's stores from its catalogue. Each content is stored once, under its hash. */
import { createHash } from "node:crypto"
import { type Catalog, toCatalog } from "../../protocol/rules/catalog/catalog.ts"
import { compileMenu, isSellable, type MenuRecipe, menuListOf } from "../../protocol/rules/catalog/menu.ts"
import type { CatalogMenu } from "../../protocol/shapes/catalog.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { KnownItem } from "./items-store.ts"
import { dropContents, listMenus, type MenuRow, removeMenu, saveContent, saveMenu } from "./menus-store.ts"

const HASH_DIGITS = 32

interface Content {
  readonly hash: string
  readonly sellable: boolean
}

/** Returns the stores whose menus have changed. */
export async function generateMenus(
  tx: TenantWrite,
  { items, stores }: { items: readonly KnownItem[]; stores: readonly Store[] },
): Promise<Set<string>> {
  const catalog = toCatalog(items.map((item) => ({ ...item, body: JSON.parse(item.body) })))
  const known = new Map((await listMenus(tx)).map((menu) => [keyOf(menu), menu]))
  const contents = createContents(tx, catalog)
  const changed = new Set<string>()
  const kept = new Set<string>()
  for (const { body } of catalog.menu.values()) {
    const store = stores.find(({ code }) => code === body.storeCode)
    if (!store) continue
    const menu = wantedMenu(tx.now, { store, menu: body, catalog, content: await contents(body) })
    const was = known.get(keyOf(menu))
    known.delete(keyOf(menu))
    kept.add(menu.contentHash)
    if (was && !was.removed && was.version === menu.version) continue
    await saveMenu(tx, menu)
    changed.add(store.id)
  }
  for (const gone of known.values()) {
    kept.add(gone.contentHash)
    if (gone.removed) continue
    await removeMenu(tx, gone)
    changed.add(gone.storeId)
  }
  await dropContents(tx, kept)
  return changed
}

function wantedMenu(
  now: string,
  { store, menu, catalog, content }: { store: Store; menu: CatalogMenu; catalog: Catalog; content: Content },
): MenuRow {
  const list = menuListOf(store, menu, catalog)
  return {
    storeId: store.id,
    channel: list.channelId,
    fulfillment: list.fulfillmentType,
    list,
    contentHash: content.hash,
    version: hashOf(`${content.hash} ${JSON.stringify(list)}`),
    sellable: content.sellable,
    removed: false,
    sync: { status: "PENDING", generatedAt: now, syncedAt: null },
  }
}

function createContents(tx: TenantWrite, catalog: Catalog): (recipe: MenuRecipe) => Promise<Content> {
  const made = new Map<string, Content>()
  return async (recipe) => {
    const key = JSON.stringify([recipe.categories, recipe.priceList])
    const known = made.get(key)
    if (known) return known
    const content = compileMenu(catalog, recipe)
    const body = JSON.stringify(content)
    const one = { hash: hashOf(body), sellable: isSellable(content) }
    await saveContent(tx, one.hash, body)
    made.set(key, one)
    return one
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_DIGITS)
}

function keyOf({ storeId, channel, fulfillment }: Pick<MenuRow, "storeId" | "channel" | "fulfillment">): string {
  return `${storeId} ${channel} ${fulfillment}`
}
