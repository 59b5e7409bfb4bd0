/** Refunds a completed sale at a register: money, drawer, credit note, slip and audit entry in one transaction (docs/contract/cancellation.md#refund-a-completed-order). */
import type { RequestOf } from "../../protocol/http/endpoint.ts"
import type { refundSale as endpoint, readRefundable as readEndpoint } from "../../protocol/http/refunds.ts"
import { fromText, scaleMajor, toMajor, toText } from "../../protocol/money.ts"
import { refundSlip } from "../../protocol/print/slips.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { CASH } from "../../protocol/rules/cash/cash-moves.ts"
import {
  isFullyRefunded,
  refundableOf,
  refundSale,
  type SaleRefundRequest,
  voidUntil,
} from "../../protocol/rules/payments/refund-sale.ts"
import type { OrderRecord, OrderRefund } from "../../protocol/shapes/order.ts"
import type { RecordAudit } from "../audit/index.ts"
import { openShiftOf } from "../cash/shifts/index.ts"
import { readTemplates, requireConfig } from "../catalog/index.ts"
import { creditRefund, type DrawNumberDeps } from "../fiscal/index.ts"
import type { Drawer, Printing } from "../printing/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { findBusinessDay, findOrder, recordChange } from "./store/index.ts"

type Body = RequestOf<typeof endpoint>["body"]

interface RefundSaleDeps extends DrawNumberDeps {
  readonly drawer: Drawer
  readonly printing: Pick<Printing, "printers" | "enqueue">
  readonly record: RecordAudit
}

export const readRefundableHandler: BoxHandler<typeof readEndpoint> = (tx, { params }) => {
  const order = findOrder(tx, params.orderId)
  if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
  const { amount, lines, methods } = refundableOf(order)
  const names = new Map(order.orderLines.map(({ lineId, name }) => [lineId, name]))
  const providerMethods = providerMethodsOf(tx)
  return {
    status: 200,
    data: {
      currencyCode: order.currencyCode,
      amount: toText(amount),
      lines: lines.map((line) => ({ ...line, name: names.get(line.lineId) ?? "", amount: toText(line.amount) })),
      methods: methods.map(({ method, amount: left }) => ({
        method,
        amount: toText(left),
        byProvider: providerMethods.includes(method),
      })),
      voidUntil: voidUntil(order, { today: dayOfNow(tx), now: tx.now }),
    },
  }
}

export const refundSaleHandler =
  (deps: RefundSaleDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const request = readRequest(body)
    if (isRefusal(request)) return request
    const shift = openShiftOf(tx, caller.keyId)
    const refunded = refundSale(order, request, {
      businessDayDate: dayOfNow(tx),
      by: caller.staff?.name ?? caller.actor,
      approvedBy: caller.authoriser?.name ?? null,
      operatorUid: shift?.operatorUid ?? null,
      providerMethods: providerMethodsOf(tx),
      now: tx.now,
    })
    if (isRefusal(refunded)) return refunded
    const refund = findRefund(refunded, body.refundId)
    if (!refund) throw new Error(`the refund ${body.refundId} was not recorded`)
    if (refunded === order) return { status: 200, data: refund }
    const isInCash = refund.tenders.some(({ method }) => method === CASH)
    if (isInCash && !shift) {
      return refuse("CONFLICT", "Cash comes out of the drawer of an open shift: open one at this register.")
    }
    const credited = isFullyRefunded(refunded) ? creditRefund(tx, refunded, deps) : refunded
    recordChange(tx, deps.outbox, { order: credited, events: [], madeAt: { register: caller.keyId } })
    const { amount, reason: note } = refund
    const method = refund.tenders.map((tender) => tender.method).join(" + ")
    const detail = { method, amount: toMajor(fromText(amount)), currency: order.currencyCode, note }
    deps.record(tx, { action: "refund.sale", caller, subject: order.orderCode, detail })
    if (isInCash) deps.drawer.open(tx, { reason: "refund", by: caller.actor })
    printSlip(tx, { order: credited, refund }, deps)
    return { status: 201, data: refund }
  }

/** Prints on the first printer, as receipts do. Without a printer the refund is valid, and the slip can be printed later. */
function printSlip(
  tx: BoxTx,
  { order, refund }: { order: OrderRecord; refund: OrderRefund },
  { ids, printing }: RefundSaleDeps,
): void {
  const [printer] = printing.printers
  if (!printer) return
  const request = { jobId: ids.uuid(), width: printer.width, templates: readTemplates(tx) }
  const job = refundSlip(requireConfig(tx).store, { order, refund }, request)
  printing.enqueue(tx, { job, title: `refund_slip ${order.orderCode}`, printerId: printer.id })
}

function findRefund({ refunds = [] }: OrderRecord, refundId: string): OrderRefund | undefined {
  return refunds.find((refund) => refund.refundId === refundId.toLowerCase())
}

function readRequest({
  refundId,
  reason,
  lines,
  amount,
  method,
}: Body): SaleRefundRequest | ReturnType<typeof invalid> {
  if (lines && amount !== undefined) return invalid({ path: "amount", message: "is exclusive with lines" })
  const scaled = amount === undefined ? undefined : scaleMajor(amount)
  if (scaled === null || (scaled !== undefined && scaled <= 0)) {
    return invalid({ path: "amount", message: "must be an amount above 0, with at most 4 decimals" })
  }
  return { refundId: refundId.toLowerCase(), reason: reason.trim(), lines, amount: scaled, method }
}

function providerMethodsOf(tx: BoxTx): readonly string[] {
  return requireConfig(tx).cancellation?.providerMethods ?? []
}

function dayOfNow(tx: BoxTx): string {
  return findBusinessDay(tx, tx.now, requireConfig(tx).store)
}
