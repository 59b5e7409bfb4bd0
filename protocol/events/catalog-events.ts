/** The `data` of events about menus, products and channels; keys may be added (docs/contract/events.md#events-that-go-out, docs/contract/menu.md#publish-menus). */
import Type from "typebox"
import { PublishedMenu } from "../shapes/published-menu.ts"
import { nullable, oneOf, Uuid } from "../shapes/scalars.ts"

const StoreRef = { storeId: nullable(Uuid), storeCode: nullable(Type.String()) }

/** A menu was published: for one store, channel and fulfilment. */
export const MenuUpdated = Type.Object({
  ...StoreRef,
  channel: Type.String(),
  fulfillment: nullable(Type.String()),
  /** Depends on list and content only: an unchanged menu keeps its version. */
  version: Type.String(),
  publicationId: Uuid,
  /** True for the last menu of a publication: now the receiver has all of them and may publish them. */
  autoPublish: Type.Boolean(),
  ...PublishedMenu.properties,
})

export const ProductUpdated = Type.Object({ productId: Type.String(), change: oneOf("created", "changed", "removed") })

/** `prices` by price list, major units. */
export const ProductPriceUpdated = Type.Object({
  productId: Type.String(),
  prices: Type.Record(Type.String(), Type.String()),
})

/** A product ran out or is available again. At `until` it becomes available by itself. */
export const ProductAvailabilityChanged = Type.Object({
  ...StoreRef,
  productId: Type.String(),
  available: Type.Boolean(),
  until: nullable(Type.String()),
})

export const ChannelUpdated = Type.Object({ channel: Type.String() })
