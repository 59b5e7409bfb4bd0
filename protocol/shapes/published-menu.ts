/** A menu as integrators read it and `menu.updated` carries it (docs/contract/menu.md#get-a-menu). Prices are major units. */
import Type, { type Static } from "typebox"
import { MenuTax } from "./menu.ts"
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
  type: oneOf("PRODUCTO", "MODIFIER"),
  /** It is sold, in stock, and each choice that it asks for can be met; said here alone, of options too. */
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
  type: oneOf("RADIO", "CHECKBOX"),
  modifierOptions: Type.Array(
    Type.Object({ optionId: Type.String(), productId: Type.String(), name: Type.String(), position: Position }),
  ),
})
export type PublishedGroup = Static<typeof PublishedGroup>

/** All of a menu that does not say whose it is: stores that offer the same share it. */
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

/** How the delivery of this version of the menu went; `syncedAt` is the last successful delivery of any. */
export const MenuSync = Type.Object({
  status: SyncStatus,
  generatedAt: Instant,
  syncedAt: nullable(Instant),
})
export type MenuSync = Static<typeof MenuSync>

/** Whose sync it is, as the hub sends it down. */
export const MenuSyncOf = Type.Object({ channel: Type.String(), fulfillment: Type.String(), ...MenuSync.properties })
export type MenuSyncOf = Static<typeof MenuSyncOf>
