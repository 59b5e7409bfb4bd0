/** An order's kitchen state: dispatches, stage and the displays' reports (docs/contract/callbacks.md#kitchen-stages). */
import Type, { type Static } from "typebox"
import { FreeForm, Instant, nullable, oneOf, Uuid } from "./scalars.ts"

/** Stages that displays report, earliest first. */
export const KITCHEN_STAGES = ["order.preparing", "order.ready", "order.dispatched"] as const

export const KitchenStage = oneOf(...KITCHEN_STAGES)
export type KitchenStage = Static<typeof KitchenStage>

/** Lines of an order that were sent to one device, which names `eventId` in its reports. */
export const Dispatch = Type.Object({
  eventId: Type.String(),
  station: Type.String(),
  at: Instant,
  lineIds: Type.Array(Type.String()),
})
export type Dispatch = Static<typeof Dispatch>

/** A display's report as accepted; the display got `webhookEventId` in the answer. */
export const ReceivedReport = Type.Object({
  webhookEventId: Uuid,
  /** Id of the event that sent the order to the display, or of any other event of the order. */
  eventId: Type.String(),
  eventType: KitchenStage,
  providerEventId: Type.String(),
  occurredAt: Instant,
  station: nullable(Type.String()),
  metadata: nullable(FreeForm),
  receivedAt: Instant,
})
export type ReceivedReport = Static<typeof ReceivedReport>

/** Why a report did not advance the stage. */
const NoAdvanceReason = oneOf("same_stage", "regression")

/** The outcome of a report. One that does not advance the stage is stored and changes nothing. */
export const ReportVerdict = Type.Object({
  advancing: Type.Boolean(),
  reason: nullable(NoAdvanceReason),
  /** The order's stage after the report. */
  current: KitchenStage,
})
export type ReportVerdict = Static<typeof ReportVerdict>

const JourneyStep = Type.Object({
  eventId: Type.String(),
  eventType: KitchenStage,
  occurredAt: Instant,
  station: nullable(Type.String()),
  advancing: Type.Boolean(),
  reason: nullable(NoAdvanceReason),
})

/** The order's `kitchen`. `journey` holds the latest reports; all reports are stored in full elsewhere. */
export const KitchenState = Type.Object({
  /** The highest stage reached; null before the first report. */
  stage: nullable(KitchenStage),
  /** When the kitchen reached it, by the display's own clock. */
  at: nullable(Instant),
  dispatches: Type.Array(Dispatch),
  journey: Type.Array(JourneyStep),
})
export type KitchenState = Static<typeof KitchenState>
