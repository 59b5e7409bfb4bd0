/** A vendor's catalogue: one item for each product, modifier group, category, menu and channel. */
import Type, { type Static } from "typebox"
import { MenuCategory, MenuTax, ModifierGroup, ProductType } from "./menu.ts"
import { Instant, nullable, oneOf } from "./scalars.ts"

export const CatalogProduct = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: ProductType,
  /** Left out: it is. */
  active: Type.Optional(Type.Boolean()),
  station: Type.Optional(Type.String()),
  taxes: Type.Optional(Type.Array(MenuTax)),
  /** Prices by price list, in major units; `default` is used where a list has none. */
  prices: Type.Record(Type.String(), Type.String()),
  modifierGroups: Type.Optional(Type.Array(Type.String())),
})
export type CatalogProduct = Static<typeof CatalogProduct>

export type CatalogGroup = Static<typeof ModifierGroup>

/** The categories and price list of a store in one channel and fulfilment. */
export const CatalogMenu = Type.Object({
  storeCode: Type.String(),
  channel: Type.String(),
  fulfillment: Type.String(),
  categories: Type.Array(Type.String()),
  priceList: Type.String(),
})
export type CatalogMenu = Static<typeof CatalogMenu>

const CatalogChannel = Type.Object({ code: Type.String(), name: Type.String() })
type CatalogChannel = Static<typeof CatalogChannel>

/** The body of an item by its kind. */
export interface CatalogBodies {
  readonly product: CatalogProduct
  readonly group: CatalogGroup
  readonly category: Static<typeof MenuCategory>
  readonly menu: CatalogMenu
  readonly channel: CatalogChannel
}
export type CatalogKind = keyof CatalogBodies

const CATALOG_KINDS = ["product", "group", "category", "menu", "channel"] as const

/** An item as synced to boxes; `body` is null when it was removed. */
export const CatalogItem = Type.Object({
  kind: oneOf(...CATALOG_KINDS),
  id: Type.String({ minLength: 1 }),
  /** When it was first added to the catalogue. */
  since: Instant,
  body: nullable(Type.Union([CatalogProduct, ModifierGroup, MenuCategory, CatalogMenu, CatalogChannel])),
})
export type CatalogItem = Static<typeof CatalogItem>
