/** Availability of a product in a store, set at box or hub and synced to the other side (docs/contract/menu.md#get-a-menu, docs/contract/menu.md#availability). */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

export const Availability = Type.Object({
  available: Type.Boolean(),
  /** When the product becomes available again by itself. */
  until: Type.Optional(nullable(Instant)),
})
export type Availability = Static<typeof Availability>

export const ProductAvailability = Type.Object({
  storeId: Uuid,
  productId: ShortText,
  available: Type.Boolean(),
  until: nullable(Instant),
  changedAt: Instant,
})
export type ProductAvailability = Static<typeof ProductAvailability>

/** The latest availability of a product in a store. The higher `revision` wins, and the store's if both are equal. */
export const StockFact = Type.Object({
  productId: ShortText,
  available: Type.Boolean(),
  until: nullable(Instant),
  revision: Type.Integer({ minimum: 1 }),
  side: oneOf("hub", "store"),
  changedAt: Instant,
})
export type StockFact = Static<typeof StockFact>
