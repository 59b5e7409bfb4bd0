/** The tables of catalogue, menus and stock. */
import type { Tenanted } from "./tenant-columns.ts"

/** The number of changes of a vendor's catalogue. */
interface CatalogTable extends Tenanted {
  revision: number
}

interface CatalogItemTable extends Tenanted {
  kind: string
  item_id: string
  /** JSON by kind. A removed item keeps its last body. */
  body: string
  removed: number
  since: string
  /** The catalogue revision that changed it last. */
  revision: number
}

/** The catalogue revision that was last sent to a store's box. */
interface CatalogSentTable extends Tenanted {
  store_id: string
  revision: number
}

/** The content of a menu, keyed by its hash. It never changes, and stores with the same content share it. */
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
  /** Hash of list and content. */
  version: string
  sellable: number
  removed: number
  generated_at: string
  /** Status of this version's last delivery. */
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
  /** For an aggregator's channel: the event that announced it. The aggregator's report repeats its id. */
  event_id: string | null
  status: string
  error: string | null
  created_at: string
  completed_at: string | null
  /** `apikey:…` or `person:…`. */
  asked_by: string | null
}

/** Exists while a publication of the vendor waits for its report. */
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
