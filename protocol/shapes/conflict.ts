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

export const OrderConflict = Type.Object({
  /** When the home refused it. */
  at: Instant,
  /** The side that acknowledged it. */
  side: oneOf("hub", "store"),
  what: ConflictingWrite,
  key: Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX }),
  why: Type.String(),
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
