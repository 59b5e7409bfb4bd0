/** Builds the timeline of an order from all that is stored about it: its record, corrections, events, deliveries, reports, documents, links. */
import { TIMELINE_KINDS, type TimelineEntry } from "../../protocol/shapes/timeline.ts"
import { conflictEntries } from "./conflict-entries.ts"
import {
  attemptEntry,
  commandEntry,
  deadLetterEntry,
  documentEntries,
  eventEntry,
  givenUpEntry,
  linkEntries,
  replacedEntries,
  reportEntry,
} from "./hub-entries.ts"
import { correctionEntry, kitchenEntries, storeEntries, tenderEntry } from "./order-entries.ts"
import type { TimelineFacts } from "./timeline-facts.ts"

/** Oldest first. */
export function timelineOf(facts: TimelineFacts): TimelineEntry[] {
  const entries = [
    ...storeEntries(facts),
    ...conflictEntries(facts),
    ...facts.corrections.map((one) => correctionEntry(one, facts)),
    ...facts.order.payments.map((tender, index) => tenderEntry(tender, index)),
    ...kitchenEntries(facts),
    ...facts.links.flatMap(linkEntries),
    ...facts.documents.flatMap(documentEntries),
    ...replacedEntries(facts),
    ...facts.reports.map(reportEntry),
    ...facts.events.map(eventEntry),
    ...facts.attempts.map(attemptEntry),
    ...facts.deliveries.filter(({ status }) => status === "dead" || status === "expired").map(givenUpEntry),
    ...facts.commands.map(commandEntry),
    ...facts.parked.map(deadLetterEntry),
  ]
  return entries.sort(byTime)
}

/** Entries of the same moment are sorted in the order in which such things happen. */
function byTime(a: TimelineEntry, b: TimelineEntry): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  const rank = TIMELINE_KINDS.indexOf(a.kind) - TIMELINE_KINDS.indexOf(b.kind)
  return rank === 0 ? (a.id < b.id ? -1 : 1) : rank
}
