/** Builds the document that a person asks for at a screen from the store's records. */

import type { ClosedDay } from "../../../protocol/print/document-data.ts"
import type { DocumentRequest } from "../../../protocol/print/document-frame.ts"
import { dayCloseDocument, receiptDocument, shiftSlip, testDocument } from "../../../protocol/print/print-documents.ts"
import {
  cancellationSlip,
  codePagesTicket,
  kioskLocatorPaper,
  kitchenTicketPaper,
  refundSlip,
} from "../../../protocol/print/slips.ts"
import { invalid, type Refusal, refuse } from "../../../protocol/refusals.ts"
import { figuresOfRows, lateArrivals } from "../../../protocol/rules/business-day/day-close.ts"
import { kitchenOf } from "../../../protocol/rules/kitchen/kitchen-stages.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { PaperDocument, PrintJob } from "../../../protocol/shapes/print-job.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { findDay } from "../../business-day/store/index.ts"
import { closesOfDay, closesOfSession } from "../../cash/index.ts"
import { findOperatorName, findShift, openShifts } from "../../cash/shifts/index.ts"
import { findOrder, rowsOfDay } from "../../orders/store/index.ts"
import type { BoxTx } from "../../storage/index.ts"
import { type PrinterSpec, pageOf } from "../index.ts"

interface DocumentQuery {
  readonly store: Store
  readonly printer: PrinterSpec
  readonly request: DocumentRequest
  readonly document: PaperDocument
  readonly subject: string | undefined
  /** For a kitchen ticket. */
  readonly station: string | undefined
  /** For a refund slip. Default: the latest of the order. */
  readonly refundId?: string | undefined
}

type Built = PrintJob | Refusal<"VALIDATION_ERROR" | "NOT_FOUND" | "PRINT_DAY_NOT_CLOSED" | "CONFLICT">

export function buildDocument(tx: BoxTx, query: DocumentQuery): Built {
  const { store, request, document, subject } = query
  if (document === "test_page" || document === "code_pages") return printerDocument(tx, document, query)
  if (subject === undefined) return invalid({ path: "subject", message: `is required for a ${document}` })
  if (document === "day_close") return dayCloseOf(tx, { store, request, date: subject })
  if (document === "shift_slip") return shiftSlipOf(tx, { store, request, shiftId: subject })
  const order = findOrder(tx, subject)
  if (!order) return refuse("NOT_FOUND", `There is no order ${subject}.`)
  return document === "receipt" ? receiptOf(tx, order, query) : orderDocument(order, document, query)
}

function receiptOf(tx: BoxTx, order: OrderRecord, { store, request }: DocumentQuery): PrintJob {
  const { operatorUid } = order
  return receiptDocument(store, order, { ...request, operatorName: operatorUid && findOperatorName(tx, operatorUid) })
}

function orderDocument(
  order: OrderRecord,
  document: "kitchen_ticket" | "cancellation_slip" | "refund_slip" | "kiosk_locator",
  { store, request, station, refundId }: DocumentQuery,
): Built {
  if (document === "kiosk_locator") return kioskLocatorPaper(store, order, request)
  if (document === "cancellation_slip") {
    if (order.status === "CANCELLED") return cancellationSlip(store, order, request)
    return refuse("CONFLICT", `The order ${order.orderCode} is not cancelled.`)
  }
  if (document === "refund_slip") {
    const refund = order.refunds?.findLast((one) => refundId === undefined || one.refundId === refundId)
    if (refund) return refundSlip(store, { order, refund }, request)
    return refuse("NOT_FOUND", `The order ${order.orderCode} has no such refund.`)
  }
  const { dispatches } = kitchenOf(order)
  const [dispatch, ...more] = dispatches.filter((sent) => station === undefined || sent.station === station)
  if (!dispatch) return refuse("NOT_FOUND", `The order ${order.orderCode} was not sent to ${station ?? "a station"}.`)
  if (more.length === 0) return kitchenTicketPaper(store, { order, dispatch }, request)
  const stations = dispatches.map((sent) => sent.station).join(", ")
  return invalid({ path: "station", message: `is required: the order went to ${stations}` })
}

function printerDocument(
  tx: BoxTx,
  document: "test_page" | "code_pages",
  { store, printer, request }: DocumentQuery,
): PrintJob {
  const { id, profile, width } = printer
  const dated = { ...request, now: tx.now }
  if (document === "test_page") {
    return testDocument(store, { id, profile: profile.name, width, codepage: pageOf(tx, printer) ?? "auto" }, dated)
  }
  return codePagesTicket(store, { id, profile: profile.name, pages: Object.keys(profile.pageCommands) }, dated)
}

/** The slip begins with the shift's own currency. A shift that an integrator closed has none, so the store's currency comes first. */
function shiftSlipOf(
  tx: BoxTx,
  { store, request, shiftId }: { store: Store; request: DocumentRequest; shiftId: string },
): PrintJob | Refusal<"NOT_FOUND"> {
  const closes = closesOfSession(tx, shiftId)
  const currency = findShift(tx, shiftId)?.currency ?? store.currency
  const own = closes.find((close) => close.currency === currency) ?? closes[0]
  if (!own) return refuse("NOT_FOUND", "This shift is not closed.")
  return shiftSlip(store, { own, others: closes.filter((close) => close !== own) }, request)
}

function dayCloseOf(
  tx: BoxTx,
  { store, request, date }: { store: Store; request: DocumentRequest; date: string },
): PrintJob | Refusal<"NOT_FOUND" | "PRINT_DAY_NOT_CLOSED"> {
  const day = findDay(tx, date)
  if (!day) return refuse("NOT_FOUND", `The business day ${date} was never opened in this store.`)
  if (day.status !== "closed") return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${date} is not closed.`)
  return dayCloseDocument(store, loadClosedDay(tx, store, day), request)
}

/** Loads the data of a day close: figures, drawers (counted or open) and late orders. An open day has its figures so far and no late orders. */
export function loadClosedDay(tx: BoxTx, store: Store, day: BusinessDay): ClosedDay {
  const closes = closesOfDay(tx, day.businessDayDate)
  const now = figuresOfRows(rowsOfDay(tx, day.businessDayDate), store)
  const drawers = { closes, openShifts: openShifts(tx) }
  if (day.status !== "closed") return { day: { ...day, figures: now }, ...drawers }
  return { day, ...drawers, late: lateArrivals(day.figures, now) }
}
