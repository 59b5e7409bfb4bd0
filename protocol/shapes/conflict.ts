/**
 * A write that one side acknowledged and the order's home refused: it stands at the order until a person has dealt with it
 * (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import Type, { type Static } from "typebox"
import { Refund } from "./cancellation.ts"
import { Instant, oneOf, ScaledText, ShortText } from "./scalars.ts"

/** `lines`: the two sides were sent different contents under one order id. */
export const ConflictingWrite = oneOf("payment", "cancellation", "correction", "lines")
export type ConflictingWrite = Static<typeof ConflictingWrite>

/** Key of a payment: its transaction id. Key of a correction: its idempotency key. Else the id that the hub gave to the order. */
const KEY_CHARS_MAX = 240
const NOTE_CHARS_MAX = 500

export const OrderConflict = Type.Object({
  /** When the home refused it. */
  at: Instant,
  /** The side that had acknowledged it. */
  side: oneOf("hub", "store"),
  what: ConflictingWrite,
  key: Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX }),
  why: Type.String(),
  /** The money of a payment, scaled. */
  amount: Type.Optional(ScaledText),
  currencyCode: Type.Optional(Type.String()),
  method: Type.Optional(ShortText),
  /** When a drawer or terminal took the money; absent where the sender of the order said that it was paid. */
  takenAt: Type.Optional(Instant),
  /** Who took it. */
  operatorUid: Type.Optional(ShortText),
  /** How the guest got the money of a payment back. */
  refund: Type.Optional(Refund),
  /** Absent while a person has to deal with it. */
  resolved: Type.Optional(Type.Object({ at: Instant, by: Type.String(), note: Type.String() })),
})
export type OrderConflict = Static<typeof OrderConflict>

/** What a person did about a conflict, in their words. */
export const ConflictResolution = Type.Object({
  what: ConflictingWrite,
  key: OrderConflict.properties.key,
  note: Type.String({ minLength: 3, maxLength: NOTE_CHARS_MAX }),
})
export type ConflictResolution = Static<typeof ConflictResolution>
