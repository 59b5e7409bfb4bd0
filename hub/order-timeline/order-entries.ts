/** Timeline entries of the order's home: the order itself, its corrections, tenders and kitchen. */

import { refundsOf, toReturnOf } from "../../protocol/rules/cancellation/money-to-return.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { redact } from "../../protocol/rules/requests/redact.ts"
import { Correction } from "../../protocol/shapes/correction.ts"
import type { OrderRecord, OrderRefund } from "../../protocol/shapes/order.ts"
import type { Tender } from "../../protocol/shapes/tender.ts"
import type { TimelineClock, TimelineEntry } from "../../protocol/shapes/timeline.ts"
import { entry, type Facts } from "./timeline-entry.ts"
import type { TimelineFacts } from "./timeline-facts.ts"

/** Entries from the record itself: its beginning, its end, and money to refund. */
export function storeEntries({ order, home, corrections }: TimelineFacts): TimelineEntry[] {
  const clock = home
  // The record has the current code. If it was corrected, the order arrived with another one.
  const recoded = corrections.some(({ correction }) => correction.additionalInfo?.orderCode !== undefined)
  const { createdAt, completedAt, currencyCode, status, cancelling } = order
  const story = [
    entry({
      id: "created",
      kind: "order.created",
      at: createdAt,
      clock: "caller",
      by: order.operatorUid,
      amount: totalOf(order),
      currencyCode,
      facts: [
        ["channel", order.channel],
        ["fulfillment", order.fulfillment?.method],
        ["code", recoded ? null : order.orderCode],
        ["station", order.stationId],
        ["businessDay", order.businessDayDate],
      ],
    }),
  ]
  if (completedAt !== null) {
    story.push(entry({ id: "completed", kind: "order.completed", at: completedAt, clock, tone: "good" }))
  }
  story.push(...(order.refunds ?? []).map((refund) => refundEntry(refund, { currencyCode, clock })))
  if (cancelling) {
    const { at, cancellation } = cancelling
    const facts: Facts = [["reason", cancellation.reason]]
    story.push(entry({ id: "refund", kind: "refund.asked", at, clock, by: cancellation.by, tone: "waiting", facts }))
  }
  if (status === "FORCE_CLOSED") {
    story.push(entry({ id: "forceClosed", kind: "order.forceClosed", at: order.updatedAt, clock, tone: "bad" }))
  }
  if (status === "CANCELLED") story.push(...cancelled(order, clock))
  return story
}

/** The entry of a refund after which the order stays completed. */
function refundEntry(
  { refundId, at, by, amount, tenders, reason }: OrderRefund,
  { currencyCode, clock }: { currencyCode: string; clock: TimelineClock },
) {
  const facts: Facts = [
    ["method", tenders.map(({ method }) => method).join(", ")],
    ["note", reason],
  ]
  return entry({ id: `refunds/${refundId}`, kind: "refund.given", at, clock, by, amount, currencyCode, facts })
}

interface KeptCancellation {
  readonly at?: string
  readonly reason?: string
  readonly type?: string | null
  readonly note?: string | null
  readonly by?: string
}

function cancelled(order: OrderRecord, clock: TimelineClock) {
  const { updatedAt, metadata, currencyCode } = order
  const { at = updatedAt, reason, type, note, by } = (metadata.cancellation ?? {}) as KeptCancellation
  const facts: Facts = [
    ["reason", reason],
    ["type", type],
    ["note", note],
  ]
  return [
    entry({ id: "cancelled", kind: "order.cancelled", at, clock, by, tone: "bad", facts }),
    ...refundsOf(order).map(({ method, amount, reference, recorded }, index) =>
      entry({
        id: `refund/${index}`,
        kind: "refund.given",
        at: recorded?.at ?? at,
        clock,
        by: recorded?.recordedBy,
        amount,
        currencyCode,
        facts: [
          ["method", method],
          ["reference", reference],
          ["note", recorded?.note],
        ],
      }),
    ),
    ...toReturnOf(order).map(({ method, amount }, index) =>
      entry({
        id: `toReturn/${index}`,
        kind: "refund.toReturn",
        at,
        clock,
        tone: "bad",
        amount,
        currencyCode,
        facts: [["method", method]],
      }),
    ),
  ]
}

function totalOf({ settlement, totals }: OrderRecord): string | null {
  return settlement?.total ?? totals.find(({ code }) => code === "TOTAL")?.amount ?? null
}

const BUYER_FACTS = ["name", "lastName", "businessName", "govIdNumber", "email"] as const

/** The blocks that a correction sent. */
export function correctionEntry(
  { key, correction }: TimelineFacts["corrections"][number],
  { home, showsBuyers }: TimelineFacts,
): TimelineEntry {
  const { additionalInfo, client, revision, at } = correction
  const shown = redact(Correction, correction, { showsPersonal: showsBuyers }) as Correction
  const kiosk = shown.additionalInfo?.kiosk
  const who: Facts = BUYER_FACTS.map((name) => [`buyer.${name}`, textOf(shown.client?.[name])])
  const guest: Facts = [
    ["buyer.buzzer", kiosk?.buzzer_name],
    ["buyer.email", kiosk?.invoice_email],
  ]
  return entry({
    id: `correction/${key}`,
    kind: "order.corrected",
    at,
    clock: home,
    facts: [
      ["revision", revision],
      ["code", additionalInfo?.orderCode],
      ["buyer.govIdType", textOf(client?.govIdType)],
      ...who,
      ...guest,
    ],
  })
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

export function tenderEntry(tender: Tender, index: number): TimelineEntry {
  const approved = tender.status === "approved"
  return entry({
    id: `tender/${index}/${tender.transactionId}`,
    kind: approved ? "tender.approved" : "tender.declined",
    at: tender.occurredAt,
    clock: "caller",
    by: tender.operatorUid,
    tone: approved ? "good" : "bad",
    amount: tender.amount,
    currencyCode: tender.currencyCode,
    facts: [
      ["method", tender.method],
      ["transaction", tender.transactionId],
      ["declined", tender.declineReason ?? tender.declineReasonCode],
    ],
  })
}

/** The home sends an order to the kitchen. Reports of displays come from the hub's reports, or from here if the store received them. */
export function kitchenEntries({ order, home, reports }: TimelineFacts): TimelineEntry[] {
  const { dispatches, journey } = kitchenOf(order)
  const sent = dispatches.map(({ eventId, station, at, lineIds }) =>
    entry({
      id: `dispatch/${eventId}/${station}`,
      kind: "kitchen.sent",
      at,
      clock: home,
      facts: [
        ["station", station],
        ["lines", lineIds.length],
      ],
    }),
  )
  const told = reports.some(({ kind }) => kind === "kitchen")
  const steps = journey.map(({ eventId, eventType, occurredAt, station, advancing, reason }, index) =>
    entry({
      id: `journey/${index}/${eventId}`,
      kind: "kitchen.reported",
      at: occurredAt,
      clock: "store",
      tone: advancing ? "good" : "plain",
      facts: [
        ["step", eventType],
        ["station", station],
        ["unmoved", reason],
      ],
    }),
  )
  return told ? sent : [...sent, ...steps]
}
