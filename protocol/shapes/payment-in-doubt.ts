/** A payment whose outcome nobody knows: the terminal gave no answer, or nobody saw it (docs/contract/screens.md#cashier-charges). */
import Type, { type Static } from "typebox"
import { CurrencyCode, Instant, MajorAmount, ShortText, Uuid } from "./scalars.ts"

export const PaymentInDoubt = Type.Object({
  /** The transaction id of the tender in doubt. */
  doubtId: ShortText,
  orderId: Uuid,
  orderCode: Type.String(),
  method: ShortText,
  amount: MajorAmount,
  currencyCode: CurrencyCode,
  /** The register that took it. */
  terminal: Type.String(),
  at: Instant,
})
export type PaymentInDoubt = Static<typeof PaymentInDoubt>
