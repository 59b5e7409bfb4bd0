/** Builds the short documents: kitchen ticket, cancellation and refund slip, kiosk locator, and the code-page document. */

import { fromText, sum } from "../money.ts"
import { refundsOf, toReturnOf } from "../rules/cancellation/money-to-return.ts"
import { kitchenOf } from "../rules/kitchen/kitchen-stages.ts"
import type { Cancellation } from "../shapes/cancellation.ts"
import type { Dispatch } from "../shapes/kitchen.ts"
import type { OrderLine, OrderRecord, OrderRefund } from "../shapes/order.ts"
import type { PrintJob } from "../shapes/print-job.ts"
import type { Store } from "../shapes/store.ts"
import { textOf } from "../unknown-values.ts"
import type {
  CancellationSlipData,
  CodePagesData,
  KioskLocatorData,
  KitchenTicketData,
  RefundSlipData,
} from "./document-data.ts"
import { type DocumentRequest, documentOf, documentStore, storeSubject } from "./document-frame.ts"

/** The prefix of an actor's id in records, which is not printed. */
const ACTOR_KIND = /^(device|apikey):/

/** The ticket of one dispatch. Its lines were fixed when the order was sent, so a reprint is the same ticket. `batch` is its name in print jobs and templates. */
export function kitchenTicketPaper(
  store: Store,
  { order, dispatch }: { order: OrderRecord; dispatch: Dispatch },
  request: DocumentRequest,
): PrintJob {
  const { eventId, station } = dispatch
  const subject = { kind: "batch", ...storeSubject(store), orderId: order.id, eventId, station } as const
  const lines = order.orderLines.filter(({ lineId }) => dispatch.lineIds.includes(lineId))
  const data: KitchenTicketData = {
    store: documentStore(store),
    batch: {
      station,
      orderCode: order.orderCode,
      channel: order.channel,
      fulfillment: order.fulfillment?.method ?? null,
      guest: textOf(order.customer?.name),
      at: dispatch.at,
      items: itemsOf(lines),
    },
    lines: lines.map(kitchenLine),
    notes: textOf(order.metadata.notes),
    elsewhere: kitchenOf(order)
      .dispatches.filter((other) => other.eventId !== eventId)
      .map((other) => ({ station: other.station, lines: other.lineIds.length })),
  }
  const isCancelled = order.status === "CANCELLED"
  return documentOf(store, { document: "kitchen_ticket", subject, data, asOf: dispatch.at }, request, { isCancelled })
}

export function cancellationSlip(store: Store, order: OrderRecord, request: DocumentRequest): PrintJob {
  const subject = { kind: "order", ...storeSubject(store), orderId: order.id } as const
  const cancellation = cancellationOf(order)
  const data: CancellationSlipData = {
    store: documentStore(store),
    order: { code: order.orderCode, channel: order.channel, at: order.createdAt, total: totalOf(order) },
    cancellation: {
      at: cancellation.at ?? order.updatedAt,
      reason: cancellation.reason ?? null,
      type: cancellation.type ?? null,
      note: cancellation.note ?? null,
      by: cancellation.by?.replace(ACTOR_KIND, "") ?? null,
    },
    lines: order.orderLines.map(({ quantity, name }) => ({ quantity, name })),
    refunds: [...refundsOf(order), ...toReturnOf(order).map((row) => ({ ...row, by: "pending" as const }))].map(
      ({ method, amount, by }) => ({ method, amount: fromText(amount), by }),
    ),
  }
  const content = { document: "cancellation_slip", subject, data, asOf: cancellation.at ?? order.updatedAt } as const
  return documentOf(store, content, request, { isCancelled: true, currencyCode: order.currencyCode })
}

export function refundSlip(
  store: Store,
  { order, refund }: { order: OrderRecord; refund: OrderRefund },
  request: DocumentRequest,
): PrintJob {
  const { refundId, at, amount, reason, by, approvedBy, lines = [], tenders } = refund
  const subject = { kind: "refund", ...storeSubject(store), orderId: order.id, refundId } as const
  const nameOf = (lineId: string) => order.orderLines.find((line) => line.lineId === lineId)?.name ?? lineId
  const data: RefundSlipData = {
    store: documentStore(store),
    order: { code: order.orderCode, channel: order.channel, at: order.createdAt, total: totalOf(order) },
    refund: { at, amount: fromText(amount), reason, by: by.replace(ACTOR_KIND, ""), approvedBy },
    lines: lines.map(({ lineId, quantity }) => ({ quantity, name: nameOf(lineId) })),
    tenders: tenders.map((tender) => ({ method: tender.method, amount: fromText(tender.amount) })),
  }
  const content = { document: "refund_slip", subject, data, asOf: at } as const
  return documentOf(store, content, request, { currencyCode: order.currencyCode })
}

export function kioskLocatorPaper(store: Store, order: OrderRecord, request: DocumentRequest): PrintJob {
  const subject = { kind: "order", ...storeSubject(store), orderId: order.id } as const
  const data: KioskLocatorData = {
    store: documentStore(store),
    order: {
      code: order.orderCode,
      channel: order.channel,
      at: order.createdAt,
      items: itemsOf(order.orderLines),
      total: totalOf(order),
      isUnpaid: order.status === "OPEN" && order.settlement?.status !== "settled",
    },
  }
  const content = { document: "kiosk_locator", subject, data, asOf: order.createdAt } as const
  const isCancelled = order.status === "CANCELLED"
  return documentOf(store, content, request, { isCancelled, currencyCode: order.currencyCode })
}

export function codePagesTicket(
  store: Store,
  printer: CodePagesData["printer"] & { readonly pages: readonly string[] },
  request: DocumentRequest & { readonly now: string },
): PrintJob {
  const { id, profile } = printer
  const subject = { kind: "printer", ...storeSubject(store), printerId: id } as const
  const pages = printer.pages.map((page, index) => ({ number: index + 1, page }))
  const data: CodePagesData = { store: documentStore(store), printer: { id, profile }, at: request.now, pages }
  return documentOf(store, { document: "code_pages", subject, data, asOf: request.now }, request)
}

function kitchenLine(line: OrderLine): KitchenTicketData["lines"][number] {
  return {
    quantity: line.quantity,
    name: line.name,
    notes: line.notes,
    modifiers: line.modifiers.map(({ quantity, name, optionId }) => ({ quantity, name: name ?? optionId ?? "" })),
  }
}

function itemsOf(lines: readonly OrderLine[]): number {
  return lines.reduce((all, { quantity }) => all + Math.max(1, Math.floor(quantity)), 0)
}

function totalOf(order: OrderRecord): number {
  return sum(order.totals.filter(({ code }) => code === "TOTAL").map(({ amount }) => fromText(amount)))
}

/** The cancellation as the order's metadata records it. */
function cancellationOf({ metadata }: OrderRecord): Partial<Cancellation & { at: string }> {
  const { cancellation } = metadata
  return typeof cancellation === "object" && cancellation !== null ? cancellation : {}
}
