/** Payments in doubt: stored with their order, settled by a person. Until then neither the shift nor the day can be closed. */
import type { confirmPayment } from "../../protocol/http/orders.ts"
import type { holdTenders, settleTenders } from "../../protocol/http/payments-in-doubt.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { PaymentInDoubt } from "../../protocol/shapes/payment-in-doubt.ts"
import type { TenderRequest } from "../../protocol/shapes/tender.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import {
  findPaymentInDoubt,
  markSettled,
  type StoredPaymentInDoubt,
  savePaymentInDoubt,
  settledPaymentsInDoubt,
  unsettledPaymentsInDoubt,
} from "./payments-in-doubt-store.ts"

/** Only of open orders: once an order was paid or cancelled another way, nothing is left to settle. */
export function listPaymentsInDoubt(tx: BoxTx, terminal?: string): PaymentInDoubt[] {
  return unsettledPaymentsInDoubt(tx).flatMap((doubt) => {
    const order = findOrder(tx, doubt.orderId)
    const isOfTerminal = terminal === undefined || doubt.terminal === terminal
    return order && isOfTerminal && orderStateOf(order) === "OPEN" ? [paymentInDoubtOf(doubt, order)] : []
  })
}

/**
 * Tenders that were taken together with a payment that failed, by order id. They stay with the order until it is paid, at any register. A
 * payment that succeeded has left no open order.
 */
export function tendersTakenBeside(tx: BoxTx, open: readonly Pick<OrderRecord, "id">[]): Map<string, TenderRequest[]> {
  const taken = new Map<string, TenderRequest[]>()
  const ids = open.map(({ id }) => id)
  for (const doubt of ids.length > 0 ? settledPaymentsInDoubt(tx, ids) : []) {
    const known = taken.get(doubt.orderId) ?? []
    const isNew = (tender: TenderRequest) =>
      isTaken(doubt, tender) && !known.some(({ transaction_id: id }) => id === tender.transaction_id)
    taken.set(doubt.orderId, [...known, ...doubt.payments.filter(isNew)])
  }
  return taken
}

export const holdTendersHandler =
  ({ onChange }: { onChange: (tx: BoxTx) => void }): BoxHandler<typeof holdTenders> =>
  (tx, { params, body, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const known = findPaymentInDoubt(tx, body.doubtId)
    if (known) return { status: 200, data: paymentInDoubtOf(known, order) }
    if (orderStateOf(order) !== "OPEN") return refuse("ORDER_NOT_OPEN", `The order ${order.orderCode} is not open.`)
    const { doubtId, payments } = body
    if (!payments.some((payment) => payment.transaction_id === doubtId && payment.status === "approved"))
      return invalid({ path: "doubtId", message: "must be an approved tender of the payments" })
    const beside = refuseWhileInDoubt(tx, order)
    if (beside) return beside
    savePaymentInDoubt(tx, { doubtId, orderId: order.id, terminal: caller.keyId, payments })
    onChange(tx)
    return {
      status: 201,
      data: paymentInDoubtOf({ doubtId, orderId: order.id, terminal: caller.keyId, payments, at: tx.now }, order),
    }
  }

/** Refuses to charge an order with a payment in doubt, because the guest could pay twice. */
export const unlessPaymentInDoubt =
  (confirm: BoxHandler<typeof confirmPayment>): BoxHandler<typeof confirmPayment> =>
  (tx, request) => {
    const order = findOrder(tx, request.params.orderId)
    const isOpen = order !== null && orderStateOf(order) === "OPEN"
    return (isOpen && refuseWhileInDoubt(tx, order)) || confirm(tx, request)
  }

/** Refuses to close a day, or a register's shift, with a payment in doubt. */
export function refusePaymentInDoubt(tx: BoxTx, terminal?: string): Refusal<"CONFLICT"> | null {
  const [doubt] = listPaymentsInDoubt(tx, terminal)
  return doubt ? refuseToSkip(doubt.orderCode) : null
}

function refuseWhileInDoubt(tx: BoxTx, { id, orderCode }: OrderRecord): Refusal<"CONFLICT"> | null {
  return unsettledPaymentsInDoubt(tx).some(({ orderId }) => orderId === id) ? refuseToSkip(orderCode) : null
}

function refuseToSkip(orderCode: string): Refusal<"CONFLICT"> {
  return refuse("CONFLICT", `A payment of the order ${orderCode} is in doubt: settle that first, paid or not.`)
}

interface SettleTendersDeps {
  readonly confirm: BoxHandler<typeof confirmPayment>
  readonly onChange: (tx: BoxTx) => void
}

export const settleTendersHandler =
  ({ confirm, onChange }: SettleTendersDeps): BoxHandler<typeof settleTenders> =>
  (tx, { params, body: { outcome }, ...asked }) => {
    const doubt = findPaymentInDoubt(tx, params.doubtId)
    const order = doubt && findOrder(tx, doubt.orderId)
    if (!doubt || !order) return refuse("NOT_FOUND", `There is no payment in doubt ${params.doubtId}.`)
    if (doubt.settledAt !== null) return refuse("CONFLICT", "Somebody has settled this payment already.")
    // Tenders declined earlier in the same charge are recorded now, because no register sends them again.
    const declined = doubt.payments.flatMap((tender) =>
      isTaken(doubt, tender) ? [] : [{ ...tender, status: "declined" as const }],
    )
    const payments = outcome === "paid" ? [...doubt.payments] : declined
    // Before the charge, which is refused while a payment is in doubt. A refusal rolls this back.
    markSettled(tx, doubt.doubtId)
    const done = confirm(tx, { ...asked, params: { orderId: order.id }, body: { payments } })
    if (isRefusal(done)) return done
    onChange(tx)
    const taken = outcome === "paid" ? [] : doubt.payments.filter((tender) => isTaken(doubt, tender))
    return { status: 200, data: { doubt: paymentInDoubtOf(doubt, order), outcome, taken } }
  }

/** Whether the store has the money of a tender, whatever the outcome of the payment in doubt. */
function isTaken(
  { doubtId }: Pick<StoredPaymentInDoubt, "doubtId">,
  { transaction_id: id, status }: TenderRequest,
): boolean {
  return status === "approved" && id !== doubtId
}

function paymentInDoubtOf(doubt: Omit<StoredPaymentInDoubt, "settledAt">, { orderCode }: OrderRecord): PaymentInDoubt {
  const { doubtId, orderId, terminal, payments, at } = doubt
  const tender = payments.find(({ transaction_id: id }) => id === doubtId)
  if (!tender) throw new Error(`the payment in doubt ${doubtId} has no tender`)
  return {
    doubtId,
    orderId,
    orderCode,
    method: tender.method,
    amount: tender.amount,
    currencyCode: tender.currency_code,
    terminal,
    at,
  }
}
