/** The kitchen of an order: where it was sent, how far it is, what the displays said (docs/contract/callbacks.md#kitchen-stages). */
import Type, { type Static } from "typebox"
import { FreeForm, Instant, nullable, oneOf, Uuid } from "./scalars.ts"

/** Stages as the displays report them, earliest first. */
export const KITCHEN_STAGES = ["order.preparing", "order.ready", "order.dispatched"] as const

export const KitchenStage = oneOf(...KITCHEN_STAGES)
export type KitchenStage = Static<typeof KitchenStage>

/** Lines of an order sent to one device; `eventId` is what that device echoes in its reports. */
export const Dispatch = Type.Object({
  eventId: Type.String(),
  station: Type.String(),
  at: Instant,
  lineIds: Type.Array(Type.String()),
})
export type Dispatch = Static<typeof Dispatch>

/** One report of a display, as it was taken in; its id is the one that the display was answered with. */
export const ReceivedReport = Type.Object({
  webhookEventId: Uuid,
  /** Of the event that sent the order to the display: any event that was emitted for the order will do. */
  eventId: Type.String(),
  eventType: KitchenStage,
  providerEventId: Type.String(),
  occurredAt: Instant,
  station: nullable(Type.String()),
  metadata: nullable(FreeForm),
  receivedAt: Instant,
})
export type ReceivedReport = Static<typeof ReceivedReport>

/** Why a report did not move the order on. */
const StillReason = oneOf("same_stage", "regression")

/** What a report came to. Not advancing: it is kept, and changes nothing. */
export const ReportVerdict = Type.Object({
  advancing: Type.Boolean(),
  reason: nullable(StillReason),
  /** The stage of the order after it. */
  current: KitchenStage,
})
export type ReportVerdict = Static<typeof ReportVerdict>

const JourneyStep = Type.Object({
  eventId: Type.String(),
  eventType: KitchenStage,
  occurredAt: Instant,
  station: nullable(Type.String()),
  advancing: Type.Boolean(),
  reason: nullable(StillReason),
})

/** `order.kitchen`. The journey holds the latest reports; each report is kept in full as a record of its own. */
export const KitchenState = Type.Object({
  /** The highest stage reached; null: sent to the kitchen, and nothing heard from there yet. */
  stage: nullable(KitchenStage),
  /** When the kitchen reached it, by the display's own clock. */
  at: nullable(Instant),
  dispatches: Type.Array(Dispatch),
  journey: Type.Array(JourneyStep),
})
export type KitchenState = Static<typeof KitchenState>
