/** Money that a store or headquarters must give back to a guest, of a cancelled order or of one that was paid twice, as their screens list it until somebody records the refund. */
import Type, { type Static } from "typebox"
import { PaidMethod } from "./order.ts"
import { CurrencyCode, Instant, nullable, Uuid } from "./scalars.ts"

export const MoneyToReturn = Type.Object({
  orderId: Uuid,
  orderCode: Type.String(),
  /** What each method took. Scaled. */
  money: Type.Array(PaidMethod),
  currencyCode: CurrencyCode,
  /** The guest's name, where the order has one. */
  guest: nullable(Type.String()),
  since: Instant,
  /** Keys of payments that the order could not take: hub and store both took money for it. */
  paidTwice: Type.Array(Type.String()),
})
export type MoneyToReturn = Static<typeof MoneyToReturn>
