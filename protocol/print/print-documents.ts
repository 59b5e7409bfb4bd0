/** Builds the documents of a store from its records. Hub and box use the same functions. */
import { fromText, type Scaled, sum, times } from "../money.ts"
import { type TaxRow, taxRows } from "../rules/business-day/day-taxes.ts"
import { buyerOf } from "../rules/orders/buyer.ts"
import type { CashReconciliation } from "../shapes/cash-close.ts"
import type { OrderLine, OrderRecord } from "../shapes/order.ts"
import type { DayClosePrintJob, PrintJob } from "../shapes/print-job.ts"
import type { Store } from "../shapes/store.ts"
import {
  type ClosedDay,
  dayCloseData,
  drawerFigures,
  type ReceiptData,
  type ShiftSlipData,
  type TestPageData,
} from "./document-data.ts"
import { type DocumentRequest, documentOf, documentStore, storeSubject } from "./document-frame.ts"
import { fiscalBlock, fiscalFreshness } from "./fiscal-block.ts"

export { type DocumentRequest, localeOf } from "./document-frame.ts"

/** docs/contract/printing.md#print-the-day-close. For a preview, a day may still be open. */
export function dayCloseDocument(store: Store, closed: ClosedDay, request: DocumentRequest): DayClosePrintJob {
  const { day } = closed
  const subject = { kind: "storeDay", ...storeSubject(store), businessDayDate: day.businessDayDate } as const
  const data = dayCloseData(documentStore(store), closed)
  const document = "day_close"
  const job = documentOf(store, { document, subject, data, asOf: day.closedAt }, request)
  return { ...job, document, subject, freshness: { ...job.freshness, fiscal: "none", isCancelled: false } }
}

/** `operatorName`: the name of the order's operator, where the store knows it. */
export function receiptDocument(
  store: Store,
  order: OrderRecord,
  { operatorName = null, ...request }: DocumentRequest & { readonly operatorName?: string | null },
): PrintJob {
  const subject = { kind: "order", ...storeSubject(store), orderId: order.id } as const
  const data = receiptData(store, order, operatorName)
  const what = { document: "receipt", subject, data, asOf: order.completedAt } as const
  const isCancelled = order.status === "CANCELLED"
  return documentOf(store, what, request, {
    isCancelled,
    currencyCode: order.currencyCode,
    fiscal: fiscalFreshness(order),
  })
}

/** One shift: its close in its own currency, and its closes in other currencies. */
export function shiftSlip(
  store: Store,
  { own, others = [] }: { readonly own: CashReconciliation; readonly others?: readonly CashReconciliation[] },
  request: DocumentRequest,
): PrintJob {
  const sessionExternalId = own.sessionExternalId ?? own.id
  const subject = { kind: "shift", ...storeSubject(store), sessionExternalId } as const
  const drawers = [own, ...others].map(drawerFigures)
  const approvedBy = own.details.authorization?.approved_by ?? null
  const data: ShiftSlipData = {
    store: documentStore(store),
    date: own.businessDayDate,
    shift: { ...drawerFigures(own), sessionExternalId, terminal: own.terminalUid, approvedBy },
    drawers,
  }
  const what = { document: "shift_slip", subject, data, asOf: own.reportedAt } as const
  return documentOf(store, what, request, { currencyCode: own.currency })
}

export function testDocument(
  store: Store,
  printer: TestPageData["printer"],
  request: DocumentRequest & { readonly now: string },
): PrintJob {
  const subject = { kind: "printer", ...storeSubject(store), printerId: printer.id } as const
  const data: TestPageData = { store: documentStore(store), printer, at: request.now }
  return documentOf(store, { document: "test_page", subject, data, asOf: request.now }, request)
}

function receiptData(store: Store, order: OrderRecord, operatorName: string | null): ReceiptData {
  const total = (code: string) =>
    sum(order.totals.filter((row) => row.code === code).map(({ amount }) => fromText(amount)))
  const settled = order.settlement?.status === "settled"
  const fiscal = fiscalBlock(store, order)
  return {
    store: documentStore(store),
    order: {
      code: order.orderCode,
      locator: order.orderCode,
      at: order.completedAt ?? order.createdAt,
      operatorName: operatorName ?? order.operatorUid,
      channel: order.channel,
    },
    lines: order.orderLines.map(receiptLine),
    totals: {
      subtotal: subtotalOf(order, total),
      discount: 0 - Math.abs(total("DISCOUNT")),
      delivery: total("DELIVERY"),
      tip: total("TIP"),
      total: total("TOTAL"),
    },
    taxes: total("TAX") === 0 ? [] : printedTaxes(order, total("TAX")),
    payments: settled
      ? order.paymentMethods.map(({ method, amount }) => ({ code: method, amount: fromText(amount) }))
      : [],
    change: changeOf(order),
    buyer: printedBuyer(order),
    fiscal,
    isNotFiscal: fiscal === null && store.fiscal?.gateway === true,
  }
}

/** The order's SUBTOTAL, or its total without taxes, extras and discounts. */
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

/** Taxes by code and rate. Where all lines have the same one, it gets the order's whole tax. */
function printedTaxes(order: OrderRecord, tax: Scaled): ReceiptData["taxes"] {
  const byKind = new Map<string, TaxRow>()
  const named = order.orderLines.flatMap(({ taxes }) => taxes)
  const kinds = new Set(named.map(kindOf))
  const [only] = named
  if (kinds.size <= 1) return [{ code: only?.code ?? "TAX", rate: only?.rate ?? null, amount: tax }]
  for (const row of taxRows(order, tax)) {
    const amount = (byKind.get(kindOf(row))?.amount ?? 0) + row.amount
    byKind.set(kindOf(row), { code: row.code, rate: row.rate, amount })
  }
  return [...byKind.values()].filter(({ amount }) => amount !== 0)
}

function kindOf({ code, rate }: Pick<TaxRow, "code" | "rate">): string {
  return `${code} ${rate}`
}

function printedBuyer(order: OrderRecord): ReceiptData["buyer"] {
  const buyer = buyerOf(order)
  if (!buyer || (!buyer.name && buyer.isFinalConsumer)) return null
  return { name: buyer.name, taxId: buyer.isFinalConsumer ? null : buyer.govIdNumber }
}

/** The change that the register recorded (`metadata.change`, scaled). Only the register knows how much cash it received. */
function changeOf({ metadata }: OrderRecord): Scaled | null {
  const change = metadata.change
  return typeof change === "string" && /^[1-9]\d{0,14}$/.test(change) ? fromText(change) : null
}
