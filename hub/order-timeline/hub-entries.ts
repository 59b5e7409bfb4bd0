/** Timeline entries of the hub: links, documents, reports, events and their deliveries, commands, dead letters. */

import { documentsOf } from "../../protocol/rules/fiscal/order-documents.ts"
import { redactText } from "../../protocol/rules/requests/redact.ts"
import type { TimelineEntry, TimelineKind } from "../../protocol/shapes/timeline.ts"
import { isCancelledDuplicate } from "../fiscal/index.ts"
import { entry, type Facts } from "./timeline-entry.ts"
import type {
  StoredCommand,
  StoredDeadLetter,
  StoredDelivery,
  StoredDeliveryAttempt,
  StoredDocument,
  StoredEvent,
  StoredLink,
  StoredReport,
  TimelineFacts,
} from "./timeline-facts.ts"

export function linkEntries(link: StoredLink): TimelineEntry[] {
  const { attemptId, method, provider, amount, currencyCode, createdAt, paidAt, updatedAt, status, error } = link
  const money = { amount: String(amount), currencyCode }
  const facts: Facts = [
    ["method", method],
    ["provider", provider],
  ]
  const asked = entry({ id: `link/${attemptId}`, kind: "link.asked", at: createdAt, clock: "hub", ...money, facts })
  if (paidAt !== null) {
    const paid = { id: `link/${attemptId}/paid`, kind: "link.paid", at: paidAt, tone: "good" } as const
    return [asked, entry({ ...paid, clock: "provider", receivedAt: updatedAt, ...money, facts })]
  }
  if (status !== "failed" && error === null) return [asked]
  const failed = { id: `link/${attemptId}/failed`, kind: "link.failed", at: updatedAt, tone: "bad" } as const
  return [asked, entry({ ...failed, clock: "hub", ...money, facts: [...facts, ["error", error]] })]
}

export function documentEntries({ record, submission, flag }: StoredDocument): TimelineEntry[] {
  const { fiscalRequestId, operation, side, requestedAt, requestStatus, documentStatus, representation } = record
  const clock = side === "appliance" ? "store" : "hub"
  const numbered = requestStatus === "GENERATED"
  const facts: Facts = [
    ["operation", operation],
    ["document", record.documentLabel ?? record.documentType],
    ["number", representation.documentNumber],
    ["mode", representation.authorizationMode],
    ["failure", representation.failure?.message],
  ]
  const story = [
    entry({
      id: `fiscal/${fiscalRequestId}`,
      kind: numbered ? "fiscal.numbered" : "fiscal.notNumbered",
      at: requestedAt,
      clock,
      tone: numbered ? "plain" : "bad",
      facts,
    }),
  ]
  const about: Facts = [
    ["number", representation.documentNumber],
    ["verdict", documentStatus],
    ["submission", submission],
  ]
  if (flag !== null && !isCancelledDuplicate(flag)) {
    const flagged = { id: `fiscal/${fiscalRequestId}/flag`, kind: "fiscal.flagged", at: requestedAt } as const
    story.push(entry({ ...flagged, clock, tone: "bad", facts: [...about, ["why", flag]] }))
  }
  return story
}

/** Entries for a sale that hub and store both numbered: which number was cancelled automatically. */
export function replacedEntries({ documents, order }: TimelineFacts): TimelineEntry[] {
  const records = documents.map(({ record }) => record)
  const { invoice: own, replaced } = documentsOf(records, order)
  const notes = replaced.filter(({ operation }) => operation === "CANCEL")
  return notes.map(({ fiscalRequestId, side, requestedAt, representation }) =>
    entry({
      id: `fiscal/${fiscalRequestId}/replaced`,
      kind: "fiscal.replaced",
      at: requestedAt,
      clock: side === "appliance" ? "store" : "hub",
      tone: "bad",
      facts: [
        ["number", representation.compensates?.documentNumber],
        ["creditNote", representation.documentNumber],
        ["standing", own?.representation.documentNumber],
      ],
    }),
  )
}

const REPORTED = {
  kitchen: "kitchen.reported",
  aggregator: "aggregator.reported",
  fiscal: "fiscal.ruled",
} as const satisfies Record<StoredReport["kind"], TimelineKind>

export function reportEntry({ id, kind, step, receivedAt, status, error }: StoredReport): TimelineEntry {
  const failed = status === "dead" || status === "failed"
  const waits = status === "queued" || status === "processing" || status === "retry"
  return entry({
    id: `report/${id}`,
    kind: REPORTED[kind],
    at: receivedAt,
    clock: "hub",
    tone: failed ? "bad" : waits ? "waiting" : "good",
    facts: [
      ["step", step],
      ["state", status],
      ["error", error],
    ],
  })
}

export function eventEntry({ eventId, type, occurredAt, recordedAt, fromStore }: StoredEvent): TimelineEntry {
  return entry({
    id: `event/${eventId}`,
    kind: "event.recorded",
    at: occurredAt,
    clock: fromStore ? "store" : "hub",
    receivedAt: recordedAt,
    facts: [
      ["event", type],
      ["eventId", eventId],
    ],
  })
}

export function attemptEntry(attempt: StoredDeliveryAttempt): TimelineEntry {
  const { attemptId, eventId, type, endpoint, at, durationMs, status, error } = attempt
  const taken = error === null && status !== null && status >= 200 && status < 300
  return entry({
    id: `attempt/${attemptId}`,
    kind: taken ? "delivery.made" : "delivery.failed",
    at,
    clock: "hub",
    tone: taken ? "good" : "bad",
    facts: [
      ["event", type],
      ["eventId", eventId],
      ["endpoint", endpoint],
      ["answered", status],
      ["took", `${durationMs} ms`],
      ["error", error],
    ],
  })
}

export function givenUpEntry({ deliveryId, eventId, type, endpoint, updatedAt, error }: StoredDelivery): TimelineEntry {
  return entry({
    id: `delivery/${deliveryId}`,
    kind: "delivery.given-up",
    at: updatedAt,
    clock: "hub",
    tone: "bad",
    facts: [
      ["event", type],
      ["eventId", eventId],
      ["endpoint", endpoint],
      ["error", error],
    ],
  })
}

export function commandEntry({ seq, kind, at, offeredAt }: StoredCommand): TimelineEntry {
  return entry({
    id: `command/${seq}`,
    kind: "command.sent",
    at,
    clock: "hub",
    tone: offeredAt === null ? "waiting" : "plain",
    facts: [
      ["op", kind],
      ["offered", offeredAt],
    ],
  })
}

export function deadLetterEntry({ key, kind, at, parkedAt, reason, settledHow }: StoredDeadLetter): TimelineEntry {
  return entry({
    id: `parked/${key}`,
    kind: "op.parked",
    at,
    clock: "store",
    receivedAt: parkedAt,
    tone: settledHow === null ? "bad" : "plain",
    facts: [
      ["op", kind],
      ["why", redactText(reason, { showsPersonal: false })],
      ["settled", settledHow],
    ],
  })
}
