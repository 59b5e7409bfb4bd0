/** Keys that identify a repeated callback within its order, for each kind of callback (docs/contract/callbacks.md). */
import type { AggregatorReport, KitchenReport } from "../../shapes/callback.ts"
import type { FiscalCallback, FiscalEventType } from "../../shapes/callback-fiscal.ts"

/** `key` is unique. A callback with a known key and another `step` contradicts the first one. */
export interface CallbackKey {
  readonly key: string
  /** The aggregator's status, or the event type of kitchen or authority. */
  readonly step: string
}

/** Channel, provider event id and status: another status of the same event is a new callback. */
export function aggregatorKey(report: AggregatorReport): CallbackKey {
  const { channelCode, providerEventId, status } = report
  return { key: joinParts(channelCode, providerEventId, status), step: status }
}

/** Without `providerEventId`, since a display may create a new one for each retry. */
export function kitchenKey(report: Pick<KitchenReport, "eventId" | "eventType">): CallbackKey {
  const { eventId, eventType } = report
  return { key: joinParts(eventId, eventType), step: eventType }
}

/** The terminal event types share one key, so an event ends only once. `fiscal_graphic` has its own. */
export function fiscalKey({ eventId, eventType }: FiscalCallback): CallbackKey {
  return { key: joinParts(eventId, isTerminal(eventType) ? "end" : eventType), step: eventType }
}

export function isTerminal(eventType: FiscalEventType): boolean {
  return eventType !== "fiscal_graphic"
}

/** Joins as JSON, so that different parts never give the same key. */
function joinParts(...parts: string[]): string {
  return JSON.stringify(parts)
}
