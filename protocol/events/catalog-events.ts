/** What is told of menus, products and channels (docs/contract/events.md#events-that-go-out, docs/contract/menu.md#publish-menus). Further keys may stand beside these. */
import Type from "typebox"
import { PublishedMenu } from "../shapes/published-menu.ts"
import { nullable, oneOf, Uuid } from "../shapes/scalars.ts"

const StoreRef = { storeId: nullable(Uuid), storeCode: nullable(Type.String()) }

/** A menu was published: for one store, channel and fulfilment. */
export const MenuUpdated = Type.Object({
  ...StoreRef,
  channel: Type.String(),
  fulfillment: nullable(Type.String()),
  /** Of list and content: the same menu has the same. */
  version: Type.String(),
  publicationId: Uuid,
  /** True on the last menu of a publication: with it all of them have been told, and may be published downstream. */
  autoPublish: Type.Boolean(),
  ...PublishedMenu.properties,
})

export const ProductUpdated = Type.Object({ productId: Type.String(), change: oneOf("created", "changed", "removed") })

/** `prices` by price list, major units. */
export const ProductPriceUpdated = Type.Object({
  productId: Type.String(),
  prices: Type.Record(Type.String(), Type.String()),
})

/** Out of stock, or back: `until` is when it comes back by itself. */
export const ProductAvailabilityChanged = Type.Object({
  ...StoreRef,
  productId: Type.String(),
  available: Type.Boolean(),
  until: nullable(Type.String()),
})

export const ChannelUpdated = Type.Object({ channel: Type.String() })
