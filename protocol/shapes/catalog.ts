/** A vendor's catalogue as hub and box keep it: one item for each product, modifier group, category, menu and channel. */
import Type, { type Static } from "typebox"
import { MenuTax, ModifierGroup } from "./menu.ts"
import { Instant, nullable, oneOf } from "./scalars.ts"

export const CatalogProduct = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: oneOf("PRODUCTO", "MODIFIER"),
  /** Left out: it is. */
  active: Type.Optional(Type.Boolean()),
  station: Type.Optional(Type.String()),
  taxes: Type.Optional(Type.Array(MenuTax)),
  /** By price list, major units; `default` stands in where a list has no price. */
  prices: Type.Record(Type.String(), Type.String()),
  modifierGroups: Type.Optional(Type.Array(Type.String())),
})
export type CatalogProduct = Static<typeof CatalogProduct>

export type CatalogGroup = Static<typeof ModifierGroup>

const CatalogCategory = Type.Object({
  id: Type.String(),
  name: Type.String(),
  products: Type.Array(Type.String()),
})
type CatalogCategory = Static<typeof CatalogCategory>

/** What a store offers in a channel and fulfilment, and by which price list. */
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

/** Its body by kind; the hub never mixes two of one id. */
export interface CatalogBodies {
  readonly product: CatalogProduct
  readonly group: CatalogGroup
  readonly category: CatalogCategory
  readonly menu: CatalogMenu
  readonly channel: CatalogChannel
}
export type CatalogKind = keyof CatalogBodies

const CATALOG_KINDS = ["product", "group", "category", "menu", "channel"] as const

/** One item as it travels; `body` null says that it is gone. */
export const CatalogItem = Type.Object({
  kind: oneOf(...CATALOG_KINDS),
  id: Type.String({ minLength: 1 }),
  /** When it first stood in the catalogue. */
  since: Instant,
  body: nullable(Type.Union([CatalogProduct, ModifierGroup, CatalogCategory, CatalogMenu, CatalogChannel])),
})
export type CatalogItem = Static<typeof CatalogItem>
