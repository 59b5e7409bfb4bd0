/** Callbacks of aggregators and kitchens about orders, and the queue record of each callback (docs/contract/callbacks.md#queue-record). */
import Type, { type Static } from "typebox"
import { KitchenStage } from "./kitchen.ts"
import { notPersonal } from "./privacy.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

/** State of a queued callback (docs/contract/callbacks.md#queue-record). */
export const QueueStatus = oneOf("queued", "processing", "processed", "retry", "failed", "dead", "ignored")
export type QueueStatus = Static<typeof QueueStatus>

/** Kinds of callbacks; each has its own scope and deduplication key. */
const CALLBACK_KINDS = ["aggregator", "kitchen", "fiscal"] as const
export type CallbackKind = (typeof CALLBACK_KINDS)[number]

/** Body of the 202 answer. */
export const CallbackAccepted = Type.Object({
  received: Type.Literal(true),
  /** The callback was accepted before; the other fields are those of its first record. */
  duplicate: Type.Boolean(),
  eventId: Type.String(),
  webhookEventId: Uuid,
  status: QueueStatus,
  firstReceivedAt: Instant,
  message: Type.String(),
})
export type CallbackAccepted = Static<typeof CallbackAccepted>

export const CallbackRecord = Type.Object({
  webhookEventId: Uuid,
  eventId: Type.String(),
  status: QueueStatus,
  attempts: Type.Integer({ minimum: 0 }),
  /** Its `kind` is `merged`, `recorded`, `updated` or `ignored`. */
  result: nullable(notPersonal(FreeForm)),
  error: nullable(Type.Object({ message: Type.String() })),
  firstReceivedAt: Instant,
})
export type CallbackRecord = Static<typeof CallbackRecord>

/** A delivery aggregator's status of an order, which `orderId` or `externalOrderId` names. */
export const AggregatorReport = Type.Object({
  channelCode: ShortText,
  /** The aggregator's own text, stored as sent. */
  status: Type.String({ minLength: 1 }),
  providerEventId: ShortText,
  occurredAt: Instant,
  orderId: Type.Optional(Uuid),
  externalOrderId: Type.Optional(ShortText),
  metadata: Type.Optional(FreeForm),
})
export type AggregatorReport = Static<typeof AggregatorReport>

/** The order's `aggregator`: the report with the latest `occurredAt`. */
export const AggregatorMirror = Type.Object({
  channelCode: Type.String(),
  status: Type.String(),
  providerEventId: Type.String(),
  eventId: Type.String(),
  webhookEventId: Uuid,
  occurredAt: Instant,
  receivedAt: Instant,
  metadata: nullable(FreeForm),
})
export type AggregatorMirror = Static<typeof AggregatorMirror>

/** A kitchen display's stage of a dispatch; `eventId` is the id of the event that dispatched it. */
export const KitchenReport = Type.Object({
  eventType: KitchenStage,
  /** For audit only: it may differ from one retry to the next. */
  providerEventId: ShortText,
  orderId: Uuid,
  eventId: ShortText,
  occurredAt: Instant,
  station: Type.Optional(nullable(ShortText)),
  metadata: Type.Optional(FreeForm),
})
export type KitchenReport = Static<typeof KitchenReport>
