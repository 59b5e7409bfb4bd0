/** Everything that happened to one order, as the dashboard shows it: what, when by whose clock, when the hub heard, who. */
import Type, { type Static } from "typebox"
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

/** Whose clock a moment is by. */
export const TimelineClock = oneOf("hub", "store", "caller", "provider")
export type TimelineClock = Static<typeof TimelineClock>

/** A thing to know beside what happened; its name is a word of the page's catalogue. */
export const TimelineFact = Type.Object({ name: Type.String(), value: Type.String() })
export type TimelineFact = Static<typeof TimelineFact>

export const TimelineEntry = Type.Object({
  id: Type.String(),
  kind: oneOf(...TIMELINE_KINDS),
  at: Instant,
  clock: TimelineClock,
  /** When the hub had it, where that is known and another moment. */
  receivedAt: nullable(Instant),
  by: nullable(Type.String()),
  /** How it looks: it went well, it did not, it is under way, or neither. */
  tone: oneOf("good", "bad", "waiting", "plain"),
  amount: nullable(ScaledText),
  currencyCode: nullable(CurrencyCode),
  facts: Type.Array(TimelineFact),
})
export type TimelineEntry = Static<typeof TimelineEntry>
