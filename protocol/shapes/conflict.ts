/**
 * A write that one side acknowledged and the order's home refused. It stays on the order until a person resolves it
 * (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import Type, { type Static } from "typebox"
import { Refund } from "./cancellation.ts"
import { personal } from "./privacy.ts"
import { Instant, oneOf, ScaledText, ShortText } from "./scalars.ts"

/** `lines`: the two sides received different contents under one order id. */
export const ConflictingWrite = oneOf("payment", "cancellation", "correction", "lines")
export type ConflictingWrite = Static<typeof ConflictingWrite>

/** A conflict's key: the transaction id of a payment, the idempotency key of a correction, else the hub's id of the order. */
const KEY_CHARS_MAX = 240
const NOTE_CHARS_MAX = 500

/** Why the home refused a write. Each page has a message for each code (ui/messages/conflicts.ts). */
export const CONFLICT_CODES = [
  "LINES_DIFFER",
  "PREPAID_AT_HUB",
  "CANCELLED_UNRETURNED",
  "RETURNED_TWICE",
  "REFUND_REFUSED",
  "REFUND_ONLY_AT_HUB",
  // Refusals of a payment or a correction.
  "ORDER_NOT_OPEN",
  "ORDER_ALREADY_INVOICED",
  "STALE_REVISION",
  "AMOUNT_MISMATCH",
  "CONFLICT",
  "FISCAL_NUMBERING_FAILED",
  "PAYLOAD_TOO_LARGE",
  "VALIDATION_ERROR",
  // Refusals of a cancellation.
  "CANCELLATION_IN_PROGRESS",
  "ORDER_NOT_CANCELLABLE",
  "BUSINESS_DAY_CLOSED",
  "FISCAL_ALREADY_CANCELLED",
  "FISCAL_REPRESENTATION_NOT_VOIDED",
  "CANCELLATION_POLICY_DENIED",
] as const
export type ConflictCode = (typeof CONFLICT_CODES)[number]

export const ConflictReason = Type.Object({
  code: oneOf(...CONFLICT_CODES),
  params: Type.Object({
    /** The lines and total that each side was sent. */
    hubContents: Type.Optional(Type.String()),
    storeContents: Type.Optional(Type.String()),
    /** The payment method that only the hub can refund. */
    method: Type.Optional(Type.String()),
    /** The name of the account's cancellation rule. */
    rule: Type.Optional(Type.String()),
    /** What a provider or the fiscal numbering said, in its own words. */
    said: Type.Optional(Type.String()),
    /** What a refused correction had set. */
    changed: Type.Optional(oneOf("buyer", "kiosk", "buyerAndKiosk")),
    orderCode: Type.Optional(Type.String()),
  }),
})
export type ConflictReason = Static<typeof ConflictReason>

export const OrderConflict = Type.Object({
  /** When the home refused it. */
  at: Instant,
  /** The side that acknowledged it. */
  side: oneOf("hub", "store"),
  what: ConflictingWrite,
  key: Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX }),
  /** The reason in English. */
  why: Type.String(),
  /** The reason for pages to translate. Conflicts of version 0.2 have only `why`. */
  reason: Type.Optional(ConflictReason),
  /** The money of a payment, scaled. */
  amount: Type.Optional(ScaledText),
  currencyCode: Type.Optional(Type.String()),
  method: Type.Optional(ShortText),
  /** When a drawer or terminal took the money; left out if the order was sent as prepaid. */
  takenAt: Type.Optional(Instant),
  /** The cashier who took it. */
  operatorUid: Type.Optional(ShortText),
  /** How the guest got the money of a payment back. */
  refund: Type.Optional(Refund),
  /** Left out while a person has to resolve it. */
  resolved: Type.Optional(Type.Object({ at: Instant, by: Type.String(), note: personal(Type.String()) })),
})
export type OrderConflict = Static<typeof OrderConflict>

/** A person's resolution of a conflict, with a note in their own words. */
export const ConflictResolution = Type.Object({
  what: ConflictingWrite,
  key: OrderConflict.properties.key,
  note: personal(Type.String({ minLength: 3, maxLength: NOTE_CHARS_MAX })),
})
export type ConflictResolution = Static<typeof ConflictResolution>
