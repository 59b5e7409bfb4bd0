/** A menu as integrators get it from the API and in `menu.updated` (docs/contract/menu.md#get-a-menu). Prices are in major units. */
import Type, { type Static } from "typebox"
import { GroupType, MenuTax, ProductType } from "./menu.ts"
import { CurrencyCode, Instant, nullable, oneOf, Uuid } from "./scalars.ts"

export const MenuList = Type.Object({
  listId: Type.String(),
  listName: Type.String(),
  storeId: Uuid,
  storeName: Type.String(),
  channelId: Type.String(),
  channelReferenceName: Type.String(),
  fulfillmentType: Type.String(),
  timezone: Type.String(),
  currency: CurrencyCode,
})
export type MenuList = Static<typeof MenuList>

const Position = Type.Integer({ minimum: 1 })

const PublishedCategory = Type.Object({
  productCategoryId: Type.String(),
  name: Type.String(),
  assignedAt: Instant,
  productListing: Type.Array(Type.Object({ productId: Type.String(), position: Position })),
})

export const PublishedProduct = Type.Object({
  productId: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: ProductType,
  /** The product is sold, in stock, and its required options are available. This also applies to products used as options. */
  active: Type.Boolean(),
  priceInfo: Type.Object({ price: Type.Number() }),
  taxes: Type.Array(MenuTax),
  productModifiers: Type.Array(Type.Object({ modifierId: Type.String(), position: Position })),
})
export type PublishedProduct = Static<typeof PublishedProduct>

export const PublishedGroup = Type.Object({
  modifierId: Type.String(),
  modifier: Type.String(),
  minOptions: Type.Integer(),
  maxOptions: Type.Integer(),
  type: GroupType,
  modifierOptions: Type.Array(
    Type.Object({ optionId: Type.String(), productId: Type.String(), name: Type.String(), position: Position }),
  ),
})
export type PublishedGroup = Static<typeof PublishedGroup>

/** The part of a menu that does not depend on the store, so that stores with the same offer share it. */
export const MenuContent = Type.Object({
  categories: Type.Array(PublishedCategory),
  products: Type.Array(PublishedProduct),
  modifierGroups: Type.Array(PublishedGroup),
})
export type MenuContent = Static<typeof MenuContent>

export const PublishedMenu = Type.Object({ list: MenuList, ...MenuContent.properties })
export type PublishedMenu = Static<typeof PublishedMenu>

export const SyncStatus = oneOf("PENDING", "SYNCED", "FAILED")
export type SyncStatus = Static<typeof SyncStatus>

/** Delivery state of this version of the menu; `syncedAt` is the last successful delivery of any version. */
export const MenuSync = Type.Object({
  status: SyncStatus,
  generatedAt: Instant,
  syncedAt: nullable(Instant),
})
export type MenuSync = Static<typeof MenuSync>

/** A menu's sync state with its channel and fulfilment, as the hub sends it to the box. */
export const MenuSyncOf = Type.Object({ channel: Type.String(), fulfillment: Type.String(), ...MenuSync.properties })
export type MenuSyncOf = Static<typeof MenuSyncOf>
