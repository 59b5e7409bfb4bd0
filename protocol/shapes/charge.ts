/** A charge by payment link and its attempts (docs/contract/payments.md#payment-links). Amounts are in major units. */
import Type, { type Static } from "typebox"
import { personal } from "./privacy.ts"
import { CurrencyCode, Instant, MajorAmount, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"
import { TenderRequest } from "./tender.ts"

const EXTERNAL_ID_CHARS_MAX = 80

/** The contract reserves `processing` and `requires_action`. Attempts never have them. */
export const ATTEMPT_STATUSES = [
  "created",
  "requires_redirect",
  "succeeded",
  "failed",
  "canceled",
  "solving",
  "refunded",
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

export const INTENT_STATUSES = [
  "pending",
  "processing",
  "requires_action",
  "partially_paid",
  "succeeded",
  "failed",
  "canceled",
  "reversed",
] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

export const ChargeAttempt = Type.Object({
  attemptId: Uuid,
  /** A split payment has one slot per method. */
  slot: Type.Integer({ minimum: 1 }),
  /** Number of the attempt within its slot. */
  attemptNumber: Type.Integer({ minimum: 1 }),
  methodCode: Type.String(),
  status: oneOf(...ATTEMPT_STATUSES),
  amount: Type.Number(),
  currency: CurrencyCode,
  paymentLink: nullable(Type.String()),
  errorDescription: nullable(Type.String()),
})
export type ChargeAttempt = Static<typeof ChargeAttempt>

export const ChargeIntent = Type.Object({
  intentId: Uuid,
  externalOrderId: Type.String(),
  status: oneOf(...INTENT_STATUSES),
  amountTotal: Type.Number(),
  /** Sum of the approved attempts. */
  amountPaid: Type.Number(),
  currency: CurrencyCode,
  storeId: Uuid,
  terminalId: nullable(Type.String()),
  channel: Type.String(),
  /** Reserved. */
  expiresAt: Type.Null(),
  attempts: Type.Array(ChargeAttempt),
})
export type ChargeIntent = Static<typeof ChargeIntent>

export const ChargeCustomer = personal(
  Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: 200 })),
    document: Type.Optional(Type.String({ maxLength: 50 })),
    phone: Type.Optional(Type.String({ maxLength: 50 })),
  }),
)
export type ChargeCustomer = Static<typeof ChargeCustomer>

export const NewCharge = Type.Object({
  externalOrderId: Type.String({ minLength: 1, maxLength: EXTERNAL_ID_CHARS_MAX }),
  methodCode: ShortText,
  amount: MajorAmount,
  currency: oneOf("USD", "CLP", "COP", "ARS", "VES", "BRL"),
  storeId: Uuid,
  terminalId: ShortText,
  channel: oneOf("POS", "KIOSK", "WEB", "APP"),
  country: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
  customer: Type.Optional(ChargeCustomer),
})
export type NewCharge = Static<typeof NewCharge>

export const NewAttempt = Type.Object({
  methodCode: ShortText,
  /** Left out: everything that is unpaid. */
  amount: Type.Optional(MajorAmount),
  /** Left out: a new slot. For a retry: the slot of the failed attempt. */
  slot: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type NewAttempt = Static<typeof NewAttempt>

/** A store's request for a payment link for a guest at the register. */
export const ChargeRequested = Type.Object({
  externalOrderId: Type.String({ minLength: 1, maxLength: EXTERNAL_ID_CHARS_MAX }),
  methodCode: ShortText,
  amount: MajorAmount,
  currency: CurrencyCode,
  terminalId: ShortText,
  askedAt: Instant,
})
export type ChargeRequested = Static<typeof ChargeRequested>

/** The state of an order's charge that the hub sends to the store; with tenders once everything is paid. */
export const PaymentReported = Type.Object({
  externalOrderId: Type.String(),
  intent: nullable(ChargeIntent),
  /** Why there is no link, for the cashier. */
  fault: nullable(Type.String()),
  tenders: Type.Array(TenderRequest),
  /** The provider of each attempt, by attempt id; left out while nothing was refunded. */
  providers: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type PaymentReported = Static<typeof PaymentReported>

/** A store's report that the money of a charge did not settle its order. */
export const PaymentUnplaced = Type.Object({
  externalOrderId: Type.String(),
  orderStatus: Type.String(),
  /** Why money and order do not match, for a person to decide. Left out: the order is closed, and the money goes back. */
  unfit: Type.Optional(Type.String()),
})
export type PaymentUnplaced = Static<typeof PaymentUnplaced>
