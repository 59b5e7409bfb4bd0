/** One entry of an order's timeline. Its moments are in UTC, and absent facts are left out. */
import type { TimelineClock, TimelineEntry, TimelineFact, TimelineKind } from "../../protocol/shapes/timeline.ts"
import { toUtc } from "../../protocol/time.ts"

export type Facts = readonly (readonly [name: string, value: string | number | null | undefined])[]

interface TimelineEntryInput {
  readonly id: string
  readonly kind: TimelineKind
  readonly at: string
  readonly clock: TimelineClock
  readonly receivedAt?: string | null
  readonly by?: string | null | undefined
  readonly tone?: TimelineEntry["tone"]
  readonly amount?: string | null
  readonly currencyCode?: string | null
  readonly facts?: Facts
}

export function entry({ at, receivedAt = null, facts = [], ...more }: TimelineEntryInput): TimelineEntry {
  const moment = toUtc(at)
  const heard = receivedAt === null ? null : toUtc(receivedAt)
  return {
    tone: "plain",
    amount: null,
    currencyCode: null,
    ...more,
    at: moment,
    receivedAt: heard === moment ? null : heard,
    by: more.by ?? null,
    facts: facts.flatMap(([name, value]): TimelineFact[] =>
      value === null || value === undefined || value === "" ? [] : [{ name, value: String(value) }],
    ),
  }
}
