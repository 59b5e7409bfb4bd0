/** Applies kitchen reports to an order: the highest stage counts, in whatever order reports arrive (docs/contract/callbacks.md#kitchen-stages). */
import { step } from "../../machine.ts"
import {
  KITCHEN_STAGES,
  type KitchenStage,
  type KitchenState,
  type ReceivedReport,
  type ReportVerdict,
} from "../../shapes/kitchen.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { toUtc } from "../../time.ts"
import type { ChangedOrder } from "../orders/injection.ts"
import { ORDER_STATES, orderStateOf } from "../orders/order-states.ts"

/** Number of reports that travel with the order; older ones are dropped. */
export const KITCHEN_HISTORY_MAX = 30

const NO_KITCHEN_STATE: KitchenState = { stage: null, at: null, dispatches: [], journey: [] }

export type StageReport = Pick<ReceivedReport, "eventId" | "eventType" | "occurredAt" | "station">

export interface ReportOutcome extends ChangedOrder {
  readonly verdict: ReportVerdict
}

/** The order's kitchen state with all fields. Orders of earlier versions may have only a stage. */
export function kitchenOf({ kitchen }: Pick<OrderRecord, "kitchen">): KitchenState {
  return { ...NO_KITCHEN_STATE, ...(kitchen as Partial<KitchenState> | null) }
}

/**
 * Applies a report. One that does not advance the stage is only added to the journey, with its reason. A paid open order is completed
 * when it is dispatched. The caller must not pass the same report twice.
 */
export function reportToKitchen(order: OrderRecord, report: StageReport, now: string): ReportOutcome {
  const kitchen = kitchenOf(order)
  const verdict = decideStage(kitchen.stage, report.eventType)
  const { eventId, eventType, station } = report
  const occurredAt = toUtc(report.occurredAt)
  const { advancing, reason, current } = verdict
  const seen = { eventId, eventType, occurredAt, station, advancing, reason }
  const next: KitchenState = {
    ...kitchen,
    stage: current,
    at: advancing ? occurredAt : kitchen.at,
    journey: [...kitchen.journey, seen].slice(-KITCHEN_HISTORY_MAX),
  }
  const updated: OrderRecord = { ...order, kitchen: { ...next }, updatedAt: now, sequence: order.sequence + 1 }
  if (current !== "order.dispatched" || !isCompletedByDispatch(order)) return { order: updated, events: [], verdict }
  const completed: OrderRecord = { ...updated, status: "COMPLETED", completedAt: now }
  return { order: completed, events: [{ type: "order.completed", at: now }], verdict }
}

export function decideStage(reached: KitchenStage | null, reported: KitchenStage): ReportVerdict {
  const [was, is] = [stageRank(reached), stageRank(reported)]
  if (is > was) return { advancing: true, reason: null, current: reported }
  return { advancing: false, reason: is === was ? "same_stage" : "regression", current: reached ?? reported }
}

/** Status and result of a report in the callback lookup (docs/contract/callbacks.md#queue-record). */
export function recordOfReport({ advancing, reason, current }: ReportVerdict) {
  return advancing
    ? ({ status: "processed", result: { kind: "recorded", current } } as const)
    : ({ status: "ignored", result: { kind: "ignored", reason, current } } as const)
}

function isCompletedByDispatch(order: OrderRecord): boolean {
  return step(ORDER_STATES, orderStateOf(order), "dispatched by the kitchen") !== null
}

/** Position among the stages; -1 before the first. */
export function stageRank(stage: KitchenStage | null): number {
  return stage === null ? -1 : KITCHEN_STAGES.indexOf(stage)
}
