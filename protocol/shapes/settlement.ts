/** How far an order is paid (docs/contract/orders.md#settlement). */
import Type, { type Static } from "typebox"
import { CurrencyCode, oneOf, ScaledText } from "./scalars.ts"

export const Settlement = Type.Object({
  status: oneOf("pending", "declined", "settled"),
  origin: oneOf("ledger", "intake"),
  paidSoFar: ScaledText,
  total: ScaledText,
  currencyCode: CurrencyCode,
  tenderCount: Type.Integer({ minimum: 0 }),
  declinedCount: Type.Integer({ minimum: 0 }),
  amountMismatch: Type.Boolean(),
  declaredMethods: Type.Array(Type.String()),
})
export type Settlement = Static<typeof Settlement>
