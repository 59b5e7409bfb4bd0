/** Whether a product can be had in a store: set there or at the hub, and told to the other side (docs/contract/menu.md#get-a-menu, docs/contract/menu.md#availability). */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

export const Availability = Type.Object({
  available: Type.Boolean(),
  /** When a product that ran out is back by itself. */
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

/** What was said last of a product in a store. `revision` counts what was said; of two that count the same, the store's holds. */
export const StockFact = Type.Object({
  productId: ShortText,
  available: Type.Boolean(),
  until: nullable(Instant),
  revision: Type.Integer({ minimum: 1 }),
  side: oneOf("hub", "store"),
  changedAt: Instant,
})
export type StockFact = Static<typeof StockFact>
