/** What is told of menus, products and channels (document 1, *Events*; decisions §7). Further keys may stand beside these. */
import Type from "typebox"
import { nullable, Uuid } from "../shapes/scalars.ts"

const StoreRef = { storeId: nullable(Uuid), storeCode: nullable(Type.String()) }

/** A menu was published: for one store, channel and fulfilment. */
export const MenuUpdated = Type.Object({
  ...StoreRef,
  channel: Type.String(),
  fulfillment: nullable(Type.String()),
})

export const ProductUpdated = Type.Object({ productId: Type.String() })

export const ProductPriceUpdated = Type.Object({ productId: Type.String() })

/** Out of stock, or back: `until` is when it comes back by itself. */
export const ProductAvailabilityChanged = Type.Object({
  ...StoreRef,
  productId: Type.String(),
  available: Type.Boolean(),
  until: nullable(Type.String()),
})

export const ChannelUpdated = Type.Object({ channel: Type.String() })
