/** The entries of an order's timeline on the dashboard. */
import Type, { type Static } from "typebox"
import { personal } from "./privacy.ts"
import { CurrencyCode, Instant, nullable, oneOf, ScaledText } from "./scalars.ts"

export const TIMELINE_KINDS = [
  "order.created",
  "order.corrected",
  "order.completed",
  "order.forceClosed",
  "order.cancelled",
  "tender.approved",
  "tender.declined",
  "refund.asked",
  "refund.given",
  "refund.toReturn",
  "conflict.payment",
  "conflict.cancellation",
  "conflict.correction",
  "conflict.lines",
  "conflict.resolved",
  "link.asked",
  "link.paid",
  "link.failed",
  "kitchen.sent",
  "kitchen.reported",
  "aggregator.reported",
  "fiscal.numbered",
  "fiscal.notNumbered",
  "fiscal.ruled",
  "fiscal.flagged",
  "fiscal.replaced",
  "event.recorded",
  "delivery.made",
  "delivery.failed",
  "delivery.given-up",
  "command.sent",
  "op.parked",
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** The clock that `at` was read from. */
export const TimelineClock = oneOf("hub", "store", "caller", "provider")
export type TimelineClock = Static<typeof TimelineClock>

/** A detail of an entry; the page translates its name. */
export const TimelineFact = Type.Object({ name: Type.String(), value: Type.String() })
export type TimelineFact = Static<typeof TimelineFact>

export const TimelineEntry = Type.Object({
  id: Type.String(),
  kind: oneOf(...TIMELINE_KINDS),
  at: Instant,
  clock: TimelineClock,
  /** When the hub received it, if known and different from `at`. */
  receivedAt: nullable(Instant),
  by: personal(nullable(Type.String())),
  /** How the entry is displayed: success, failure, under way, or neutral. */
  tone: oneOf("good", "bad", "waiting", "plain"),
  amount: nullable(ScaledText),
  currencyCode: nullable(CurrencyCode),
  facts: Type.Array(TimelineFact),
})
export type TimelineEntry = Static<typeof TimelineEntry>
