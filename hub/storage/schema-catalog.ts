/** The tables of catalogue, menus and stock, as Kysely sees them. */
import type { Tenanted } from "./tenant-columns.ts"

/** Counts the changes of a vendor's catalogue. */
interface CatalogTable extends Tenanted {
  revision: number
}

interface CatalogItemTable extends Tenanted {
  kind: string
  item_id: string
  /** JSON by kind; a removed item keeps its last one. */
  body: string
  removed: number
  since: string
  /** The change of the catalogue that touched it last. */
  revision: number
}

/** Up to which change a store's box was sent the catalogue. */
interface CatalogSentTable extends Tenanted {
  store_id: string
  revision: number
}

/** What stands in a menu, named by what it is: it never changes, and stores that offer the same share it. */
interface MenuContentTable extends Tenanted {
  hash: string
  /** JSON of the shape `MenuContent`. */
  body: string
}

export interface MenuTable extends Tenanted {
  store_id: string
  channel: string
  fulfillment: string
  /** JSON of the shape `MenuList`. */
  list: string
  content_hash: string
  /** Of list and content. */
  version: string
  sellable: number
  removed: number
  generated_at: string
  /** Of this version's last delivery. */
  status: string
  synced_at: string | null
}

/** One dimension of one menu's publication. */
interface MenuSyncTable extends Tenanted {
  sync_id: string
  publication_id: string
  entity: string
  store_id: string
  channel: string
  fulfillment: string
  version: string
  /** Of an aggregator's channel: the event that told it, which its report echoes. */
  event_id: string | null
  status: string
  error: string | null
  created_at: string
  completed_at: string | null
  /** `apikey:…` or `person:…`. */
  asked_by: string | null
}

/** There while a publication of the vendor waits for its report. */
interface MenuLockTable extends Tenanted {
  publication_id: string
  taken_at: string
}

interface ProductStockTable extends Tenanted {
  store_id: string
  product_id: string
  available: number
  until_at: string | null
  revision: number
  side: string
  changed_at: string
}

export interface CatalogTables {
  catalog: CatalogTable
  catalog_item: CatalogItemTable
  catalog_sent: CatalogSentTable
  menu_content: MenuContentTable
  menu: MenuTable
  menu_sync: MenuSyncTable
  menu_lock: MenuLockTable
  product_stock: ProductStockTable
}
