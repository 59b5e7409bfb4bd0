/** Chooses the aggregator report that an order shows: the one with the latest `occurredAt`, in whatever order they arrive. */
import type { AggregatorMirror } from "../../shapes/callback.ts"
import { toUtc } from "../../time.ts"

const FRACTION = /\.(\d{1,9})/
const FRACTION_DIGITS = 9
const SECONDS_LENGTH = "2026-11-21T17:30:00".length

/** Whether the report replaces the current one. Of two with the same `occurredAt`, the first received wins. */
export function isLater(report: AggregatorMirror, current: AggregatorMirror | null): boolean {
  if (!current) return true
  const [ours, theirs] = [toNanoseconds(report.occurredAt), toNanoseconds(current.occurredAt)]
  if (ours !== theirs) return ours > theirs
  return wasReceivedFirst(report, current)
}

/** By the moment of receipt, then by the record's id. */
function wasReceivedFirst(one: AggregatorMirror, other: AggregatorMirror): boolean {
  if (one.receivedAt !== other.receivedAt) return one.receivedAt < other.receivedAt
  return one.webhookEventId < other.webhookEventId
}

/** In UTC with nine fractional digits, so that texts sort and moments within one millisecond differ. */
function toNanoseconds(moment: string): string {
  const digits = (FRACTION.exec(moment)?.[1] ?? "").padEnd(FRACTION_DIGITS, "0")
  return `${toUtc(moment).slice(0, SECONDS_LENGTH)}.${digits}Z`
}
