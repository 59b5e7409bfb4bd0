/** The store's menus, made of its catalogue once and kept until it changes. */
import type { Catalog } from "../../protocol/rules/catalog/catalog.ts"
import { compileMenu, isSellable, menuListOf, withStock } from "../../protocol/rules/catalog/menu.ts"
import { kioskMenu, menusOf, registerMenu, registerStock } from "../../protocol/rules/catalog/menu-register.ts"
import type { StoreMenu } from "../../protocol/shapes/menu.ts"
import type { MenuContent, PublishedMenu } from "../../protocol/shapes/published-menu.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { BoxTx } from "../storage/index.ts"
import { catalogState, readItems } from "./catalog-store.ts"
import { outNow } from "./stock-store.ts"
import { configReceivedAt } from "./store-config-store.ts"

const MARK_CHARS = 16

interface Book {
  readonly generation: number
  readonly catalog: Catalog
  readonly contents: Map<string, MenuContent>
  /** What registers and kiosks sell from, once it was asked for. */
  sold: { readonly config: StoreConfig; readonly menus: Readonly<Record<Seller, StoreMenu | null>> } | null
}

type Seller = "register" | "kiosk"

/** Per database: a process that has two boxes (a test) mixes nothing. */
const books = new WeakMap<BoxTx["db"], Book>()

export interface MenuQuery {
  readonly channel: string
  readonly fulfillmentType: string
}

/** Null where the store has none that something can be ordered from. */
export function menuNow(tx: BoxTx, { store }: StoreConfig, query: MenuQuery): PublishedMenu | null {
  const book = openBook(tx)
  const [channel, fulfillment] = [query.channel.toUpperCase(), query.fulfillmentType.toUpperCase()]
  const menu = menusOf(book?.catalog ?? NOTHING, store.code).find(
    (one) => one.channel.toUpperCase() === channel && one.fulfillment.toUpperCase() === fulfillment,
  )
  if (!book || !menu) return null
  const key = JSON.stringify([menu.categories, menu.priceList])
  const content = book.contents.get(key) ?? compileMenu(book.catalog, menu)
  book.contents.set(key, content)
  if (!isSellable(content)) return null
  return { list: menuListOf(store, menu, book.catalog), ...withStock(content, outNow(tx)) }
}

/** What the store's registers sell from; null where headquarters has given them nothing. */
export function registerMenuNow(tx: BoxTx, config: StoreConfig): StoreMenu | null {
  return soldNow(tx, config, "register")
}

/** What the store's kiosks sell from. */
export function kioskMenuNow(tx: BoxTx, config: StoreConfig): StoreMenu | null {
  return soldNow(tx, config, "kiosk")
}

function soldNow(tx: BoxTx, config: StoreConfig, seller: Seller): StoreMenu | null {
  const book = openBook(tx)
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
  const out = outNow(tx)
  return out.size === 0 ? menu : registerStock(menu, (productId) => out.has(productId))
}

/** Short, and another one whenever a register's menu would read differently: a page asks for the whole only then. */
export function menuMark(tx: BoxTx): string {
  const parts = [catalogState(tx)?.generation ?? null, configReceivedAt(tx), ...outNow(tx)]
  return hashSecret(JSON.stringify(parts)).slice(0, MARK_CHARS)
}

const NOTHING: Pick<Catalog, "menu"> = { menu: new Map() }

function openBook(tx: BoxTx): Book | null {
  const state = catalogState(tx)
  if (!state) return null
  const known = books.get(tx.db)
  if (known?.generation === state.generation) return known
  const book = { generation: state.generation, catalog: readItems(tx), contents: new Map(), sold: null }
  books.set(tx.db, book)
  return book
}
