/** What others report of orders, and the queued record that each report becomes (docs/contract/callbacks.md#queue-record). */
import Type, { type Static } from "typebox"
import { KitchenStage } from "./kitchen.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

/** Where a queued report stands; for its moves see docs/contract/callbacks.md#queue-record. */
export const QueueStatus = oneOf("queued", "processing", "processed", "retry", "failed", "dead", "ignored")
export type QueueStatus = Static<typeof QueueStatus>

/** The kinds of report that are queued; each has its scope and its key of deduplication. */
const CALLBACK_KINDS = ["aggregator", "kitchen", "fiscal"] as const
export type CallbackKind = (typeof CALLBACK_KINDS)[number]

/** The bare body of the 202. */
export const CallbackAccepted = Type.Object({
  received: Type.Literal(true),
  /** This very report was accepted before; the rest of the answer is that record's. */
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
  /** What came of it, by `kind`: `merged`, `recorded`, `updated`, `ignored`. */
  result: nullable(FreeForm),
  error: nullable(Type.Object({ message: Type.String() })),
  firstReceivedAt: Instant,
})
export type CallbackRecord = Static<typeof CallbackRecord>

/** A delivery aggregator tells how far an order has come; `orderId` or `externalOrderId` names it. */
export const AggregatorReport = Type.Object({
  channelCode: ShortText,
  /** In the aggregator's own words, however many; kept as sent. */
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

/** A kitchen display tells how far a dispatch has come; `eventId` is the id of the event that dispatched it. */
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
