/** Money of a cancelled or twice paid order that a guest must get back, as screens list it until somebody records the refund. */
import Type, { type Static } from "typebox"
import { PaidMethod } from "./order.ts"
import { personal } from "./privacy.ts"
import { CurrencyCode, Instant, nullable, Uuid } from "./scalars.ts"

export const MoneyToReturn = Type.Object({
  orderId: Uuid,
  orderCode: Type.String(),
  /** Scaled amounts by method. */
  money: Type.Array(PaidMethod),
  currencyCode: CurrencyCode,
  /** The guest's name if known. */
  guest: personal(nullable(Type.String())),
  since: Instant,
  /** Keys of the second payments among the money. */
  paidTwice: Type.Array(Type.String()),
})
export type MoneyToReturn = Static<typeof MoneyToReturn>
