/** Applies the hub's report on a payment link: stores it, and settles the order when it is fully paid (docs/contract/sync.md#one-writer-per-part). */
import { isRefusal } from "../../protocol/refusals.ts"
import { conflictDetail, conflictsOf, newConflicts } from "../../protocol/rules/orders/order-conflicts.ts"
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import { placeCharge } from "../../protocol/rules/payments/charge-placement.ts"
import { recordLinkRefunds } from "../../protocol/rules/payments/link-refunds.ts"
import { isFullyRefunded } from "../../protocol/rules/payments/refund-sale.ts"
import { noteUnreturnedLinks } from "../../protocol/rules/payments/unreturned-links.ts"
import type { ChargeAttempt, ChargeIntent, PaymentReported } from "../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Log } from "../../runtime/log.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { creditRefund, type DrawNumberDeps, numberSale } from "../fiscal/index.ts"
import { findBusinessDay, findByExternalId, findOrder, recordChange } from "../orders/store/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { findCharge, saveRefundedMoney, saveReportedCharge, saveUnfit, unfitCharges } from "./payment-links-store.ts"
import { type NumberingRefused, recordUnnumberedSale } from "./record-unnumbered-sale.ts"

export interface LinkPaymentDeps extends DrawNumberDeps {
  readonly log: Log
  /** Writes the store's audit log. */
  readonly record: RecordAudit
}

export function applyLinkPayment(tx: BoxTx, deps: LinkPaymentDeps, report: PaymentReported): void {
  saveReportedCharge(tx, report)
  const order = findByExternalId(tx, report.externalOrderId)
  if (order) applyReport(tx, deps, { order, report })
}

/** Settles an order that arrives after its payment, in the transaction that creates it. */
export function settleArrivedOrder(tx: BoxTx, deps: LinkPaymentDeps, order: OrderRecord): OrderRecord {
  const report = findCharge(tx, order.orderExternal)?.heard
  if (!report) return order
  applyReport(tx, deps, { order, report })
  return findOrder(tx, order.id) ?? order
}

interface ReportedOrder {
  readonly order: OrderRecord
  readonly report: PaymentReported
}

function applyReport(tx: BoxTx, deps: LinkPaymentDeps, { order, report }: ReportedOrder): void {
  placePayment(tx, deps, { order, report })
  if (!report.intent) return
  const charge = { intent: report.intent, providers: report.providers ?? {} }
  recordUnreturned(tx, deps, { order: findOrder(tx, order.id) ?? order, ...charge })
  recordRefunds(tx, deps, { order: findOrder(tx, order.id) ?? order, ...charge })
}

interface ChargedOrder {
  readonly order: OrderRecord
  readonly intent: ChargeIntent
  /** By attempt id. */
  readonly providers: Readonly<Record<string, string>>
}

/** Money that was returned for a completed sale is a refund in the store's current day. */
function recordRefunds(tx: BoxTx, deps: LinkPaymentDeps, { order, intent, providers }: ChargedOrder): void {
  const { store } = requireConfig(tx)
  const businessDayDate = findBusinessDay(tx, tx.now, store)
  const providerOf = ({ attemptId }: ChargeAttempt) => providers[attemptId] ?? null
  const refunded = recordLinkRefunds(order, { intent, businessDayDate, providerOf, now: tx.now })
  if (!refunded) return
  const credited = isFullyRefunded(refunded) ? creditRefund(tx, refunded, deps) : refunded
  recordChange(tx, deps.outbox, { order: credited, events: [], madeAt: { atHub: true } })
}

/** Money that the provider does not return is recorded as a conflict of the order, which a person must resolve. */
function recordUnreturned(tx: BoxTx, { outbox, record }: LinkPaymentDeps, { order, intent }: ChargedOrder): void {
  const sentBack = findCharge(tx, intent.externalOrderId)?.returned?.tenders ?? []
  const noted = noteUnreturnedLinks(order, { intent, sentBack, now: tx.now })
  if (!noted) return
  for (const conflict of newConflicts(order, conflictsOf(noted))) {
    const detail = conflictDetail(conflict)
    record(tx, { action: "order.conflict", caller: null, subject: order.orderExternal, detail })
  }
  recordChange(tx, outbox, { order: noted, events: [], madeAt: { atHub: true } })
}

/**
 * Settles the order with the payment. If the order cannot take it, or the sale gets no number, the hub is notified and has the provider
 * return the money. Money that does not fit an open order is kept, and registers and hub show it to people.
 */
function placePayment(tx: BoxTx, deps: LinkPaymentDeps, { order, report }: ReportedOrder): void {
  const { outbox, log } = deps
  const { externalOrderId, tenders } = report
  if (tenders.length === 0 || isBeingReturned(tx, report)) return
  const placement = placeCharge(order, tenders, tx.now)
  const unfit = placement.is === "unfit" ? placement.why : null
  saveUnfit(tx, externalOrderId, unfit)
  if (placement.is === "known") return
  if (placement.is === "settled") {
    const sold = numberSale(tx, placement.change.order, deps)
    if (isRefusal(sold)) returnMoney(tx, deps, { order, report, refusal: sold })
    else recordChange(tx, outbox, { ...placement.change, order: sold })
    return
  }
  log.warn({ orderCode: order.orderCode, orderStatus: order.status, unfit }, "a payment does not fit its order")
  const body = { externalOrderId, orderStatus: order.status, ...(unfit !== null && { unfit }) }
  outbox.record(tx, { kind: "payment.unplaced", body })
}

/** The store's policy forbids a sale without a number: returns the money and records a lost sale (docs/contract/orders.md#record-a-lost-sale). */
function returnMoney(
  tx: BoxTx,
  deps: LinkPaymentDeps,
  { order, report, refusal }: ReportedOrder & { refusal: NumberingRefused },
): void {
  const { externalOrderId, tenders } = report
  deps.log.warn({ orderCode: order.orderCode, why: refusal.message }, "a sale paid by link got no number")
  saveRefundedMoney(tx, externalOrderId, { tenders: tenders.map((one) => one.transaction_id), why: refusal.message })
  recordUnnumberedSale(tx, deps, { order, tenders, refusal })
  deps.outbox.record(tx, { kind: "payment.unplaced", body: { externalOrderId, orderStatus: order.status } })
}

/** The hub may repeat its report before it knows that the money is being returned. Such a repeat must not settle the order. */
function isBeingReturned(tx: BoxTx, { externalOrderId, tenders }: PaymentReported): boolean {
  const back = findCharge(tx, externalOrderId)?.returned?.tenders ?? []
  return tenders.some(({ transaction_id }) => back.includes(transaction_id))
}

/** Returns the order codes of open orders whose payment does not fit them: a person must look. */
export function listOrdersInDoubt(tx: BoxTx): string[] {
  return unfitCharges(tx).flatMap((externalId) => {
    const order = findByExternalId(tx, externalId)
    return order && orderStateOf(order) === "OPEN" ? [order.orderCode] : []
  })
}
