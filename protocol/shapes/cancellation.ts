/** Cancelling an order: what is asked, what an account forbids, what is kept of it (docs/contract/cancellation.md#cancel-an-order). */
import Type, { type Static } from "typebox"
import { KitchenStage } from "./kitchen.ts"
import { FreeForm, Instant, nullable, oneOf, ScaledText, ShortText, Uuid } from "./scalars.ts"

const REASON_CHARS_MIN = 5
const TEXT_CHARS_MAX = 500

/** The language of the built-in rules; an account's own texts are returned as they were written. */
export const CancellationLocale = oneOf("es", "en", "pt")
export type CancellationLocale = Static<typeof CancellationLocale>

/** `cancellationGroup` is derived here: whoever sends it is not listened to. */
export const CancellationRequest = Type.Object({
  reason: Type.String({ minLength: REASON_CHARS_MIN, maxLength: TEXT_CHARS_MAX }),
  cancellationType: Type.Optional(ShortText),
  cancellationNote: Type.Optional(Type.String({ maxLength: TEXT_CHARS_MAX })),
})
export type CancellationRequest = Static<typeof CancellationRequest>

/** An account's rule: each limit that it names must hold for an order of its channels. */
export const CancellationRule = Type.Object({
  id: ShortText,
  name: Type.String(),
  reasonDetail: Type.Optional(Type.String()),
  /** Left out: all of them. */
  channels: Type.Optional(Type.Array(ShortText)),
  maxAgeMinutes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Major units. */
  maxAmount: Type.Optional(Type.String()),
  /** The last stage at which the order can still be cancelled. */
  maxKitchenStage: Type.Optional(KitchenStage),
  allowedTypes: Type.Optional(Type.Array(ShortText)),
})
export type CancellationRule = Static<typeof CancellationRule>

/** A reason that a person may choose; one without channels belongs to all of the account's own. */
export const CancellationReason = Type.Object({
  id: ShortText,
  text: Type.String(),
  channels: Type.Optional(Type.Array(ShortText)),
})
export type CancellationReason = Static<typeof CancellationReason>

/** Whose catalogue the type comes from: an aggregator's, the account's own, or none. */
export const CancellationGroup = oneOf("aggregator", "account", "other")
export type CancellationGroup = Static<typeof CancellationGroup>

/** Where recorded money came from: cash out of the drawer of an open shift, or any other way (terminal, bank transfer, aggregator). */
export const RefundSource = oneOf("drawer", "elsewhere")
export type RefundSource = Static<typeof RefundSource>

/** A person's record that the guest has the money back. */
export const RefundRecording = Type.Object({
  at: Instant,
  /** `apikey:<id>`, `device:<id>` or `headquarters:<id>`. */
  recordedBy: Type.String(),
  source: RefundSource,
  /** The cashier whose drawer it came from. */
  operatorUid: nullable(Type.String()),
  note: nullable(Type.String()),
})
export type RefundRecording = Static<typeof RefundRecording>

/** Money that was given back: by a provider, or by the store, which then recorded it. */
export const Refund = Type.Object({
  method: Type.String(),
  amount: ScaledText,
  by: oneOf("provider", "store"),
  /** The provider's own word for it. */
  reference: nullable(Type.String()),
  /** Only of money that a person recorded. */
  recorded: Type.Optional(RefundRecording),
})
export type Refund = Static<typeof Refund>

/** Why an order was cancelled, as `metadata.cancellation` keeps it once it is. */
export const Cancellation = Type.Object({
  reason: Type.String(),
  type: nullable(Type.String()),
  note: nullable(Type.String()),
  group: CancellationGroup,
  /** `apikey:<id>` or `device:<id>`. */
  by: Type.String(),
})
export type Cancellation = Static<typeof Cancellation>

/** Stands on an order while a provider is asked for its money back; nothing else moves the order meanwhile. */
export const PendingCancellation = Type.Object({ id: Uuid, at: Instant, cancellation: Cancellation })
export type PendingCancellation = Static<typeof PendingCancellation>

/** The number behind a rejection, where the rule compares one; amounts in major units. */
export const Threshold = Type.Object({ limit: Type.Number(), actual: Type.Number(), unit: Type.String() })
export type Threshold = Static<typeof Threshold>

export const CANCELLATION_CODES = [
  "CANCELLATION_IN_PROGRESS",
  "ORDER_NOT_CANCELLABLE",
  "BUSINESS_DAY_CLOSED",
  "FISCAL_ALREADY_CANCELLED",
  "FISCAL_REPRESENTATION_NOT_VOIDED",
  "CANCELLATION_POLICY_DENIED",
] as const
export type CancellationCode = (typeof CANCELLATION_CODES)[number]

/** What the rules say of cancelling an order now. */
export const CancellationVerdict = Type.Object({
  eligible: Type.Boolean(),
  code: nullable(oneOf(...CANCELLATION_CODES)),
  /** The headline: the name of the rule that denies. */
  message: Type.String(),
  reasonDetail: Type.Optional(Type.String()),
  threshold: Type.Optional(Threshold),
  /** For diagnosis, not for display. */
  resolvedFrom: FreeForm,
})
export type CancellationVerdict = Static<typeof CancellationVerdict>

/** What a box must know to judge by itself. */
export const CancellationPolicy = Type.Object({
  rules: Type.Array(CancellationRule),
  reasons: Type.Array(CancellationReason),
  /** Methods whose money a provider took, and only the hub can ask back. */
  providerMethods: Type.Array(Type.String()),
})
export type CancellationPolicy = Static<typeof CancellationPolicy>
