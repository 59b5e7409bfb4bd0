/** What makes a report the same as one before: a key for each kind within its order (docs/contract/callbacks.md). */
import type { AggregatorReport, KitchenReport } from "../../shapes/callback.ts"
import type { FiscalCallback, FiscalEventType } from "../../shapes/callback-fiscal.ts"

/** `key` is unique; a report under a known key with another `step` contradicts the first. */
export interface CallbackKey {
  readonly key: string
  /** What is reported: the aggregator's status, the kitchen's or the authority's event type. */
  readonly step: string
}

/** The same (channelCode, providerEventId) and status; a different status of one delivery is a new step. */
export function aggregatorKey(report: AggregatorReport): CallbackKey {
  const { channelCode, providerEventId, status } = report
  return { key: joined(channelCode, providerEventId, status), step: status }
}

/** `providerEventId` is no part of it: a display may make a new one for each retry. */
export function kitchenKey(report: Pick<KitchenReport, "eventId" | "eventType">): CallbackKey {
  const { eventId, eventType } = report
  return { key: joined(eventId, eventType), step: eventType }
}

/** An event ends once: its terminal states share one key, beside which the graphic has its own. */
export function fiscalKey({ eventId, eventType }: FiscalCallback): CallbackKey {
  return { key: joined(eventId, isTerminal(eventType) ? "end" : eventType), step: eventType }
}

export function isTerminal(eventType: FiscalEventType): boolean {
  return eventType !== "fiscal_graphic"
}

/** As JSON, so that no text can reach over into its neighbour's place. */
function joined(...parts: string[]): string {
  return JSON.stringify(parts)
}
