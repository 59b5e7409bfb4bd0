/** A tender: one attempt to pay for an order, approved or declined (docs/contract/orders.md#tenders-of-an-order, docs/contract/payments.md#confirm-payment). */
import Type, { type Static } from "typebox"
import type { Label } from "./decline-catalog.ts"
import { CurrencyCode, Instant, MajorAmount, oneOf, ScaledText, ShortText } from "./scalars.ts"

const TenderStatus = oneOf("approved", "declined")

/** A tender as it is stored and read back; `amount` is scaled. */
export const Tender = Type.Object({
  transactionId: ShortText,
  status: TenderStatus,
  amount: ScaledText,
  currencyCode: CurrencyCode,
  method: ShortText,
  occurredAt: Instant,
  operatorUid: Type.Optional(ShortText),
  declineReason: Type.Optional(ShortText),
  declineReasonCode: Type.Optional(ShortText),
  declineGroup: Type.Optional(ShortText),
})
export type Tender = Static<typeof Tender>

/** A tender as a register sends it; `amount` is in major units. */
export const TenderRequest = Type.Object({
  transaction_id: ShortText,
  status: TenderStatus,
  amount: MajorAmount,
  currency_code: CurrencyCode,
  method: ShortText,
  occurred_at: Instant,
  operator_uid: Type.Optional(ShortText),
  decline_reason: Type.Optional(ShortText),
})
export type TenderRequest = Static<typeof TenderRequest>

export const PaymentConfirmation = Type.Object({
  payments: Type.Array(TenderRequest, { minItems: 1, maxItems: 100 }),
})
export type PaymentConfirmation = Static<typeof PaymentConfirmation>

/** How a sent decline code was resolved against the account's catalogue. */
export const DeclineResolution = Type.Object({
  transactionId: ShortText,
  sent: Type.Union([Type.String(), Type.Null()]),
  resolvedTo: Type.Union([Type.String(), Type.Null()]),
})
export type DeclineResolution = Static<typeof DeclineResolution>

/** A reason of the account's decline catalogue (docs/contract/payments.md#decline-reasons). */
export interface DeclineReason {
  readonly code: string
  readonly group: string
  readonly active: boolean
  /** Label and display order are missing in configurations of earlier versions. */
  readonly label?: Label
  readonly displayOrder?: number
}
