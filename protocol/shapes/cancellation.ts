/** Cancellation of an order: request, the account's rules, verdict and stored record (docs/contract/cancellation.md#cancel-an-order). */
import Type, { type Static } from "typebox"
import { KitchenStage } from "./kitchen.ts"
import { notPersonal, personal } from "./privacy.ts"
import { FreeForm, Instant, nullable, oneOf, ScaledText, ShortText, Uuid } from "./scalars.ts"

const REASON_CHARS_MIN = 5
const TEXT_CHARS_MAX = 500

/** Language of the built-in texts. An account's own texts are not translated. */
export const CancellationLocale = oneOf("es", "en", "pt")
export type CancellationLocale = Static<typeof CancellationLocale>

/** A `cancellationGroup` in the body is ignored; it is derived from the type. */
export const CancellationRequest = Type.Object({
  reason: Type.String({ minLength: REASON_CHARS_MIN, maxLength: TEXT_CHARS_MAX }),
  cancellationType: Type.Optional(ShortText),
  cancellationNote: Type.Optional(personal(Type.String({ maxLength: TEXT_CHARS_MAX }))),
})
export type CancellationRequest = Static<typeof CancellationRequest>

/** An account's rule: an order of its channels must meet all of its limits. */
export const CancellationRule = Type.Object({
  id: ShortText,
  name: Type.String(),
  reasonDetail: Type.Optional(Type.String()),
  /** Left out: all channels. */
  channels: Type.Optional(Type.Array(ShortText)),
  maxAgeMinutes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** In major units. */
  maxAmount: Type.Optional(Type.String()),
  /** The last stage at which the order can still be cancelled. */
  maxKitchenStage: Type.Optional(KitchenStage),
  allowedTypes: Type.Optional(Type.Array(ShortText)),
})
export type CancellationRule = Static<typeof CancellationRule>

/** A reason that a person may choose. Without `channels` it is for all of the account's own channels. */
export const CancellationReason = Type.Object({
  id: ShortText,
  text: Type.String(),
  channels: Type.Optional(Type.Array(ShortText)),
})
export type CancellationReason = Static<typeof CancellationReason>

/** Whose catalogue the type comes from; `other` if from none. */
export const CancellationGroup = oneOf("aggregator", "account", "other")
export type CancellationGroup = Static<typeof CancellationGroup>

/** Source of a recorded refund: cash from the drawer of an open shift, or anything else (terminal, bank transfer, aggregator). */
export const RefundSource = oneOf("drawer", "elsewhere")
export type RefundSource = Static<typeof RefundSource>

/** A person's record that the guest got the money back. */
export const RefundRecording = Type.Object({
  at: Instant,
  /** `apikey:<id>`, `device:<id>` or `headquarters:<id>`. */
  recordedBy: Type.String(),
  source: RefundSource,
  /** The cashier whose drawer it came from. */
  operatorUid: nullable(Type.String()),
  note: personal(nullable(Type.String())),
})
export type RefundRecording = Static<typeof RefundRecording>

/** Money that a provider gave back, or the store, where a person recorded it. */
export const Refund = Type.Object({
  method: Type.String(),
  amount: ScaledText,
  by: oneOf("provider", "store"),
  /** The provider's reference. */
  reference: nullable(Type.String()),
  /** Only for refunds that a person recorded. */
  recorded: Type.Optional(RefundRecording),
})
export type Refund = Static<typeof Refund>

/** Why an order was cancelled, as stored in `metadata.cancellation`. */
export const Cancellation = Type.Object({
  reason: Type.String(),
  type: nullable(Type.String()),
  note: personal(nullable(Type.String())),
  group: CancellationGroup,
  /** `apikey:<id>` or `device:<id>`. */
  by: Type.String(),
})
export type Cancellation = Static<typeof Cancellation>

/** Set on an order while a provider refunds it. Nothing else changes the order's state meanwhile. */
export const PendingCancellation = Type.Object({ id: Uuid, at: Instant, cancellation: Cancellation })
export type PendingCancellation = Static<typeof PendingCancellation>

/** The numbers that a denying rule compared; amounts in major units. */
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

/** Whether an order can be cancelled now, and why not. */
export const CancellationVerdict = Type.Object({
  eligible: Type.Boolean(),
  code: nullable(oneOf(...CANCELLATION_CODES)),
  /** Headline; for an account's rule its name. */
  message: Type.String(),
  reasonDetail: Type.Optional(Type.String()),
  threshold: Type.Optional(Threshold),
  /** For diagnosis, not for display. */
  resolvedFrom: notPersonal(FreeForm),
})
export type CancellationVerdict = Static<typeof CancellationVerdict>

/** What a box needs to decide about cancellations without the hub. */
export const CancellationPolicy = Type.Object({
  rules: Type.Array(CancellationRule),
  reasons: Type.Array(CancellationReason),
  /** Methods of payment providers, which only the hub can ask for a refund. */
  providerMethods: Type.Array(Type.String()),
})
export type CancellationPolicy = Static<typeof CancellationPolicy>
