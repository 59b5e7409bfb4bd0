/** The papers of a store, each from what is on record: the same on hub and box. */
import { seeds } from "../../printer-templates/index.ts"
import { fromText, multiplyDivide, SCALE, type Scaled, sum } from "../money.ts"
import { buyerOf } from "../rules/buyer.ts"
import type { BusinessDay } from "../shapes/business-day.ts"
import type { CashReconciliation } from "../shapes/cash-close.ts"
import type { OrderLine, OrderRecord } from "../shapes/order.ts"
import type { PaperDocument, PaperWidth, PrintFreshness, PrintJob, PrintSubject } from "../shapes/print-job.ts"
import type { Store } from "../shapes/store.ts"
import { buildPrintJob, type ChosenTemplate, seedTemplate } from "./build-print-job.ts"
import {
  dayCloseData,
  type PaperStore,
  type ReceiptData,
  type ShiftSlipData,
  shiftFigures,
  type TestPageData,
} from "./documents.ts"
import { fiscalBlock, fiscalFreshness } from "./fiscal-block.ts"
import type { Manner } from "./format.ts"

export interface PaperRequest {
  readonly jobId: string
  readonly width: PaperWidth
  readonly keyWidth?: number | undefined
  readonly copies?: number | undefined
  readonly templateId?: string | undefined
  readonly templateVersion?: number | undefined
}

/** Document 2, *Print the day close*. A day that is still open prints the figures it is given, as a preview. */
export function dayClosePaper(
  store: Store,
  { day, closes }: { day: BusinessDay; closes: readonly CashReconciliation[] },
  request: PaperRequest,
): PrintJob {
  const subject = { kind: "storeDay", ...placeOf(store), businessDayDate: day.businessDayDate } as const
  const data = dayCloseData(paperStore(store), day, closes)
  return paper(store, { document: "day_close", subject, data, asOf: day.closedAt }, request)
}

export function receiptPaper(store: Store, order: OrderRecord, request: PaperRequest): PrintJob {
  const subject = { kind: "order", ...placeOf(store), orderId: order.id } as const
  const what = { document: "receipt", subject, data: receiptData(store, order), asOf: order.completedAt } as const
  const isCancelled = order.status === "CANCELLED"
  return paper(store, what, request, { isCancelled, currencyCode: order.currencyCode, fiscal: fiscalFreshness(order) })
}

export function shiftSlipPaper(store: Store, close: CashReconciliation, request: PaperRequest): PrintJob {
  const sessionExternalId = close.sessionExternalId ?? close.id
  const subject = { kind: "shift", ...placeOf(store), sessionExternalId } as const
  const data: ShiftSlipData = {
    store: paperStore(store),
    date: close.businessDayDate,
    shift: {
      ...shiftFigures(close),
      sessionExternalId,
      terminal: close.terminalUid,
      withdrawalRows: (close.details.withdrawals ?? []).map(({ category, amount, withdrawn_at }) => ({
        category,
        amount: Math.round(amount * SCALE),
        at: withdrawn_at,
      })),
    },
  }
  const what = { document: "shift_slip", subject, data, asOf: close.reportedAt } as const
  return paper(store, what, request, { currencyCode: close.currency })
}

export function testPaper(
  store: Store,
  printer: TestPageData["printer"],
  request: PaperRequest & { readonly now: string },
): PrintJob {
  const subject = { kind: "printer", ...placeOf(store), printerId: printer.id } as const
  const data: TestPageData = { store: paperStore(store), printer, at: request.now }
  return paper(store, { document: "test_page", subject, data, asOf: request.now }, request)
}

interface What {
  readonly document: PaperDocument
  readonly subject: PrintSubject
  readonly data: object
  readonly asOf: string | null
}

interface Standing {
  readonly isCancelled?: boolean
  readonly currencyCode?: string
  readonly fiscal?: PrintFreshness["fiscal"]
}

function paper(
  store: Store,
  { document, subject, data, asOf }: What,
  request: PaperRequest,
  { isCancelled = false, currencyCode = store.currency, fiscal = "none" }: Standing = {},
): PrintJob {
  return buildPrintJob({
    jobId: request.jobId,
    template: chooseTemplate(document, request),
    subject,
    data,
    manner: mannerOf(store, currencyCode),
    printer: { width: request.width, keyWidth: request.keyWidth, copies: request.copies },
    freshness: { fiscal, isCancelled, asOf },
  })
}

/** Only the seeds exist so far: whoever asks for another template gets the seed and is told so. */
function chooseTemplate(document: PaperDocument, { templateId, templateVersion }: PaperRequest): ChosenTemplate {
  const seed = seedTemplate(seeds[document])
  if (templateId !== undefined) return { ...seed, warnings: ["TEMPLATE_FELL_BACK_TO_SEED"] }
  const other = templateVersion !== undefined && templateVersion !== seeds[document].version
  return other ? { ...seed, warnings: ["TEMPLATE_VERSION_AMBIGUOUS", "TEMPLATE_FELL_BACK_TO_SEED"] } : seed
}

/** The language of the store's country: what its papers are written in. */
export function localeOf({ countryCode }: Pick<Store, "countryCode">): string {
  const language = countryCode === "BR" ? "pt" : "es"
  return countryCode ? `${language}-${countryCode}` : language
}

function mannerOf(store: Store, currencyCode: string): Manner {
  return { locale: localeOf(store), currencyCode, timeZone: store.timeZone }
}

function placeOf({ countryCode, id }: Store) {
  return { countryCode, storeId: id }
}

function paperStore({ name, legal, code }: Store): PaperStore {
  const taxId = legal?.govIdNumber ? [legal.govIdType, legal.govIdNumber].filter(Boolean).join(" ") : null
  return { name, legalName: legal?.legalName ?? null, taxId, code }
}

function receiptData(store: Store, order: OrderRecord): ReceiptData {
  const total = (code: string) =>
    sum(order.totals.filter((row) => row.code === code).map(({ amount }) => fromText(amount)))
  const settled = order.settlement?.status === "settled"
  const fiscal = fiscalBlock(store, order)
  return {
    store: paperStore(store),
    order: {
      code: order.orderCode,
      locator: order.orderCode,
      at: order.completedAt ?? order.createdAt,
      operatorName: order.operatorUid,
      channel: order.channel,
    },
    lines: order.orderLines.map(receiptLine),
    totals: {
      subtotal: subtotalOf(order, total),
      discount: total("DISCOUNT"),
      delivery: total("DELIVERY"),
      tip: total("TIP"),
      total: total("TOTAL"),
    },
    taxes:
      total("TAX") === 0
        ? []
        : [{ code: firstTax(order)?.code ?? "TAX", rate: firstTax(order)?.rate ?? null, amount: total("TAX") }],
    payments: settled
      ? order.paymentMethods.map(({ method, amount }) => ({ code: method, amount: fromText(amount) }))
      : [],
    change: changeOf(order),
    buyer: printedBuyer(order),
    fiscal,
    isNotFiscal: fiscal === null && store.fiscal?.gateway === true,
  }
}

/** The order's own word, or else what its total holds beside taxes, extras and discounts. */
function subtotalOf(order: OrderRecord, total: (code: string) => Scaled): Scaled {
  if (order.totals.some(({ code }) => code === "SUBTOTAL")) return total("SUBTOTAL")
  return total("TOTAL") - total("TAX") - total("DELIVERY") - total("TIP") + Math.abs(total("DISCOUNT"))
}

function receiptLine(line: OrderLine): ReceiptData["lines"][number] {
  return {
    quantity: line.quantity,
    name: line.name,
    amount: times(fromText(line.unitPrice), line.quantity),
    unitPrice: fromText(line.unitPrice),
    notes: line.notes,
    modifiers: line.modifiers.map(({ quantity, name, optionId, unitPrice }) => ({
      quantity: quantity * line.quantity,
      name: name ?? optionId ?? "",
      amount: times(fromText(unitPrice), quantity * line.quantity),
    })),
  }
}

function times(amount: Scaled, quantity: number): Scaled {
  return multiplyDivide(amount, Math.round(quantity * SCALE), SCALE)
}

function firstTax(order: OrderRecord) {
  return order.orderLines.flatMap(({ taxes }) => taxes)[0]
}

function printedBuyer(order: OrderRecord): ReceiptData["buyer"] {
  const buyer = buyerOf(order)
  if (!buyer || (!buyer.name && buyer.isFinalConsumer)) return null
  return { name: buyer.name, taxId: buyer.isFinalConsumer ? null : buyer.govIdNumber }
}

/** What the register gave back, in its own word (`metadata.change`, scaled): nobody else knows what was handed over. */
function changeOf({ metadata }: OrderRecord): Scaled | null {
  const told = metadata.change
  return typeof told === "string" && /^[1-9]\d{0,14}$/.test(told) ? fromText(told) : null
}
