/** Which of an aggregator's reports is an order's status: the one with the latest `occurredAt`, in whatever order they arrive. */
import type { AggregatorMirror } from "../../shapes/callback.ts"
import { toUtc } from "../../time.ts"

const FRACTION = /\.(\d{1,9})/
const FRACTION_DIGITS = 9
const SECONDS_LENGTH = "2026-11-21T17:30:00".length

/** A report that advances becomes the mirror; any other leaves it. Of two that happened at one moment, the first received stays. */
export function isLater(report: AggregatorMirror, current: AggregatorMirror | null): boolean {
  if (!current) return true
  const [ours, theirs] = [exactly(report.occurredAt), exactly(current.occurredAt)]
  if (ours !== theirs) return ours > theirs
  return precedes(report, current)
}

/** By the moment of acceptance, then by the record's id: it is the same whichever of the two is asked first. */
function precedes(one: AggregatorMirror, other: AggregatorMirror): boolean {
  if (one.receivedAt !== other.receivedAt) return one.receivedAt < other.receivedAt
  return one.webhookEventId < other.webhookEventId
}

/** UTC with nine digits, so that the texts sort and what was sent within one millisecond stays apart. */
function exactly(moment: string): string {
  const digits = (FRACTION.exec(moment)?.[1] ?? "").padEnd(FRACTION_DIGITS, "0")
  return `${toUtc(moment).slice(0, SECONDS_LENGTH)}.${digits}Z`
}
