/** A payment with an unknown outcome: the terminal gave no answer, or nobody saw it (docs/contract/screens.md#cashier-charges). */
import Type, { type Static } from "typebox"
import { CurrencyCode, Instant, MajorAmount, ShortText, Uuid } from "./scalars.ts"

export const PaymentInDoubt = Type.Object({
  /** Transaction id of the tender. */
  doubtId: ShortText,
  orderId: Uuid,
  orderCode: Type.String(),
  method: ShortText,
  amount: MajorAmount,
  currencyCode: CurrencyCode,
  /** The register where it was made. */
  terminal: Type.String(),
  at: Instant,
})
export type PaymentInDoubt = Static<typeof PaymentInDoubt>
