/** The store's menus, compiled from its catalogue and cached until it changes. */
import type { Catalog } from "../../protocol/rules/catalog/catalog.ts"
import { compileMenu, isSellable, menuListOf, withStock } from "../../protocol/rules/catalog/menu.ts"
import { kioskMenu, menusOf, registerMenu, registerStock } from "../../protocol/rules/catalog/menu-register.ts"
import type { StoreMenu } from "../../protocol/shapes/menu.ts"
import type { MenuContent, PublishedMenu } from "../../protocol/shapes/published-menu.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { BoxTx } from "../storage/index.ts"
import { catalogState, readItems } from "./catalog-store.ts"
import { unavailableProducts } from "./stock-store.ts"
import { configReceivedAt } from "./store-config-store.ts"

const MARK_CHARS = 16

interface CachedMenus {
  readonly generation: number
  readonly catalog: Catalog
  readonly contents: Map<string, MenuContent>
  /** Menus of registers and kiosks; null until one is read. */
  sold: { readonly config: StoreConfig; readonly menus: Readonly<Record<Seller, StoreMenu | null>> } | null
}

type Seller = "register" | "kiosk"

/** Per database, so that two boxes in one process (a test) share nothing. */
const cache = new WeakMap<BoxTx["db"], CachedMenus>()

export interface MenuQuery {
  readonly channel: string
  readonly fulfillmentType: string
}

/** Returns null if the store has no such menu, or one without anything to order. */
export function currentMenu(tx: BoxTx, { store }: StoreConfig, query: MenuQuery): PublishedMenu | null {
  const book = cachedMenus(tx)
  const [channel, fulfillment] = [query.channel.toUpperCase(), query.fulfillmentType.toUpperCase()]
  const menu = menusOf(book?.catalog ?? EMPTY_CATALOG, store.code).find(
    (one) => one.channel.toUpperCase() === channel && one.fulfillment.toUpperCase() === fulfillment,
  )
  if (!book || !menu) return null
  const key = JSON.stringify([menu.categories, menu.priceList])
  const content = book.contents.get(key) ?? compileMenu(book.catalog, menu)
  book.contents.set(key, content)
  if (!isSellable(content)) return null
  return { list: menuListOf(store, menu, book.catalog), ...withStock(content, unavailableProducts(tx)) }
}

/** The menu of the store's registers; null if the back office has published none. */
export function currentRegisterMenu(tx: BoxTx, config: StoreConfig): StoreMenu | null {
  return currentSellerMenu(tx, config, "register")
}

/** The menu of the store's kiosks; null if the back office has published none. */
export function currentKioskMenu(tx: BoxTx, config: StoreConfig): StoreMenu | null {
  return currentSellerMenu(tx, config, "kiosk")
}

function currentSellerMenu(tx: BoxTx, config: StoreConfig, seller: Seller): StoreMenu | null {
  const book = cachedMenus(tx)
  if (book && book.sold?.config !== config) {
    const { store, registerMethods = [] } = config
    const menus = {
      register: registerMenu(store, book.catalog, registerMethods),
      kiosk: kioskMenu(store, book.catalog, registerMethods),
    }
    book.sold = { config, menus }
  }
  const menu = book?.sold?.menus[seller] ?? config.menu
  if (!menu) return null
  const out = unavailableProducts(tx)
  return out.size === 0 ? menu : registerStock(menu, (productId) => out.has(productId))
}

/** A short hash that changes whenever a register's menu does. A page reads the whole menu only then. */
export function menuMark(tx: BoxTx): string {
  const parts = [catalogState(tx)?.generation ?? null, configReceivedAt(tx), ...unavailableProducts(tx)]
  return hashSecret(JSON.stringify(parts)).slice(0, MARK_CHARS)
}

const EMPTY_CATALOG: Pick<Catalog, "menu"> = { menu: new Map() }

function cachedMenus(tx: BoxTx): CachedMenus | null {
  const state = catalogState(tx)
  if (!state) return null
  const known = cache.get(tx.db)
  if (known?.generation === state.generation) return known
  const book = { generation: state.generation, catalog: readItems(tx), contents: new Map(), sold: null }
  cache.set(tx.db, book)
  return book
}
