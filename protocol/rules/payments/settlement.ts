/** Charges an open order. The approved tenders must equal the total (docs/contract/payments.md#confirm-payment). */
import { fromText, type Scaled, scaleMajor, sum, toText } from "../../money.ts"
import { type Fault, invalid, isRefusal, type Refusal, refuse } from "../../refusals.ts"
import type { OrderRecord, PaidMethod } from "../../shapes/order.ts"
import type { Settlement } from "../../shapes/settlement.ts"
import type {
  DeclineReason,
  DeclineResolution,
  PaymentConfirmation,
  Tender,
  TenderRequest,
} from "../../shapes/tender.ts"
import { toUtc } from "../../time.ts"
import type { OrderEvent } from "../orders/injection.ts"
import { checkOrderSize } from "../orders/order-size.ts"
import { orderStateOf } from "../orders/order-states.ts"

export interface PaymentInput {
  readonly order: OrderRecord
  readonly confirmation: PaymentConfirmation
  readonly declineReasons: readonly DeclineReason[]
  readonly now: string
}

export interface PaymentOutcome {
  readonly outcome: "settled" | "declined" | "duplicate"
  readonly order: OrderRecord
  readonly declines: DeclineResolution[]
  readonly events: readonly OrderEvent[]
}

type ChargeRefusal = Refusal<
  "VALIDATION_ERROR" | "AMOUNT_MISMATCH" | "ORDER_NOT_OPEN" | "CONFLICT" | "PAYLOAD_TOO_LARGE"
>

/**
 * Applies tenders to an order. If all tenders are stored already, the outcome is `duplicate`, whatever the order's state. A stored tender
 * with another amount, status or method is a CONFLICT. A prepaid order refuses tenders with ORDER_NOT_OPEN. The revision does not
 * change, because it only counts corrections.
 */
export function confirmPayment({
  order,
  confirmation,
  declineReasons,
  now,
}: PaymentInput): PaymentOutcome | ChargeRefusal {
  const faults: Fault[] = []
  const sent = confirmation.payments.map((request, index) => readTender(request, index, order, declineReasons, faults))
  faults.push(...findRepeatedIds(confirmation))
  if (faults.length > 0) return invalid(...faults)
  const onFile = new Map(order.payments.map((tender) => [tender.transactionId, tender]))
  const contradiction = sent.find((tender) => isContradiction(tender, onFile.get(tender.transactionId)))
  if (contradiction) {
    return refuse(
      "CONFLICT",
      `The tender ${contradiction.transactionId} is on file with another amount, status or method.`,
      {
        data: { transactionId: contradiction.transactionId, orderStatus: order.status },
      },
    )
  }
  const newTenders = sent.filter(({ transactionId }) => !onFile.has(transactionId))
  const declines = toDeclineResolutions(sent.map((tender) => onFile.get(tender.transactionId) ?? tender))
  if (newTenders.length === 0) return { outcome: "duplicate", order, declines, events: [] }
  if (orderStateOf(order) !== "OPEN") return refuseNotOpen(order)
  const change = settle(order, [...order.payments, ...newTenders].sort(compareMoments), { declines, now })
  if (isRefusal(change)) return change
  return checkOrderSize(change.order) ?? change
}

/** Oldest first; tenders of the same moment keep their order (docs/contract/orders.md#tenders-of-an-order). */
function compareMoments(a: Tender, b: Tender): number {
  return a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : 0
}

function settle(
  order: OrderRecord,
  payments: Tender[],
  { declines, now }: { declines: DeclineResolution[]; now: string },
): PaymentOutcome | ChargeRefusal {
  const total = totalOf(order)
  const approved = payments.filter(({ status }) => status === "approved")
  const paid = sum(approved.map(({ amount }) => fromText(amount)))
  if (approved.length > 0 && paid !== total) {
    return refuse("AMOUNT_MISMATCH", "The approved tenders must add up to the order's total; nothing was written.", {
      data: { total: toText(total), approved: toText(paid) },
    })
  }
  const settled = approved.length > 0
  const counted = { ...order, payments, sequence: order.sequence + 1, updatedAt: now }
  const settlement = buildSettlement(order, payments, { settled, total })
  if (!settled) return { outcome: "declined", order: { ...counted, settlement }, declines, events: [] }
  const completed: OrderRecord = {
    ...counted,
    settlement,
    status: "COMPLETED",
    paymentStatus: "SUCCEEDED",
    completedAt: now,
    paymentMethods: methodsOf(approved),
  }
  return { outcome: "settled", order: completed, declines, events: [{ type: "order.completed", at: now }] }
}

export function totalOf(order: OrderRecord): Scaled {
  return fromText(order.totals.find(({ code }) => code === "TOTAL")?.amount ?? "0")
}

function buildSettlement(
  order: OrderRecord,
  payments: Tender[],
  { settled, total }: { settled: boolean; total: Scaled },
) {
  const settlement: Settlement = {
    status: settled ? "settled" : "declined",
    origin: "ledger",
    paidSoFar: toText(settled ? total : 0),
    total: toText(total),
    currencyCode: order.currencyCode,
    tenderCount: payments.filter(({ status }) => status === "approved").length,
    declinedCount: payments.filter(({ status }) => status === "declined").length,
    amountMismatch: false,
    declaredMethods: order.settlement?.declaredMethods ?? [],
  }
  return settlement
}

/** One row per method with the approved amount. */
function methodsOf(approved: readonly Tender[]): PaidMethod[] {
  const byMethod = new Map<string, Scaled>()
  for (const { method, amount } of approved) byMethod.set(method, (byMethod.get(method) ?? 0) + fromText(amount))
  return [...byMethod].map(([method, amount]) => ({ method, amount: toText(amount) }))
}

function readTender(
  request: TenderRequest,
  index: number,
  order: OrderRecord,
  reasons: readonly DeclineReason[],
  faults: Fault[],
): Tender {
  const scaled = scaleMajor(request.amount)
  const at = `payments.${index}`
  if (scaled === null || scaled < 0) {
    faults.push({ path: `${at}.amount`, message: "must be an amount from 0 to 1000000000 with at most 4 decimals" })
  }
  if (request.currency_code !== order.currencyCode) {
    faults.push({ path: `${at}.currency_code`, message: `must be the order's currency, ${order.currencyCode}` })
  }
  return {
    transactionId: request.transaction_id,
    status: request.status,
    amount: toText(scaled ?? 0),
    currencyCode: request.currency_code,
    method: request.method,
    occurredAt: toUtc(request.occurred_at),
    ...(request.operator_uid !== undefined && { operatorUid: request.operator_uid }),
    ...(request.status === "declined" && declineOf(request.decline_reason, reasons)),
  }
}

/** Code and group are stored as of now. A code outside the catalogue is stored as sent, without a group. */
function declineOf(sent: string | undefined, reasons: readonly DeclineReason[]) {
  if (sent === undefined) return {}
  const known = reasons.find(({ code, active }) => active && code === sent)
  return { declineReason: sent, ...(known && { declineReasonCode: known.code, declineGroup: known.group }) }
}

function toDeclineResolutions(tenders: readonly Tender[]): DeclineResolution[] {
  return tenders
    .filter(({ status }) => status === "declined")
    .map(({ transactionId, declineReason, declineReasonCode }) => ({
      transactionId,
      sent: declineReason ?? null,
      resolvedTo: declineReasonCode ?? null,
    }))
}

function findRepeatedIds({ payments }: PaymentConfirmation): Fault[] {
  const seen = new Set<string>()
  return payments.flatMap(({ transaction_id }, index) => {
    const repeated = seen.has(transaction_id)
    seen.add(transaction_id)
    return repeated ? [{ path: `payments.${index}.transaction_id`, message: "stands twice in this request" }] : []
  })
}

function isContradiction(sent: Tender, known: Tender | undefined): boolean {
  if (!known) return false
  return sent.amount !== known.amount || sent.status !== known.status || sent.method !== known.method
}

function refuseNotOpen(order: OrderRecord): Refusal<"ORDER_NOT_OPEN"> {
  const why =
    order.status === "OPEN"
      ? "The order came prepaid; there is nothing left to charge."
      : `The order is ${order.status}.`
  return refuse("ORDER_NOT_OPEN", why, { data: { orderStatus: order.status, currentRevision: order.revision } })
}
