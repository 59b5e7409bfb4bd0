/** Returns a tender that was taken together with a payment that failed. Until then it stays with the order and belongs to no register. */
import type { returnTender } from "../../protocol/http/payments-in-doubt.ts"
import { refuse } from "../../protocol/refusals.ts"
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import type { RecordAudit } from "../audit/index.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import {
  type StoredPaymentInDoubt,
  savePayments,
  settledPaymentsInDoubt,
  unsettledPaymentsInDoubt,
} from "./payments-in-doubt-store.ts"

interface ReturnTenderDeps {
  readonly record: RecordAudit
  readonly onChange: (tx: BoxTx) => void
}

/** A repeat changes nothing. */
export const returnTenderHandler =
  ({ record, onChange }: ReturnTenderDeps): BoxHandler<typeof returnTender> =>
  (tx, { params: { orderId, transactionId }, caller }) => {
    const order = findOrder(tx, orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${orderId}.`)
    if (unsettledPaymentsInDoubt(tx).some((doubt) => doubt.orderId === order.id)) {
      return refuse("CONFLICT", `A payment of the order ${order.orderCode} is in doubt: settle that first.`)
    }
    const doubts = settledPaymentsInDoubt(tx, [order.id]).filter((doubt) => tenderOf(doubt, transactionId) !== null)
    const [first] = doubts.flatMap((doubt) => tenderOf(doubt, transactionId) ?? [])
    if (!first) return refuse("NOT_FOUND", `Nothing was taken as ${transactionId} beside a payment of this order.`)
    const answer = { status: 200 as const, data: { transactionId } }
    if (doubts.every((doubt) => tenderOf(doubt, transactionId)?.status === "declined")) return answer
    if (orderStateOf(order) !== "OPEN") return refuse("ORDER_NOT_OPEN", `The order ${order.orderCode} is not open.`)
    for (const doubt of doubts) savePayments(tx, returned(doubt, transactionId))
    const { method, amount } = first
    record(tx, { action: "tender.return", caller, subject: order.orderCode, detail: { transactionId, method, amount } })
    onChange(tx)
    return answer
  }

/** Finds a tender other than the one in doubt, which was never paid. */
function tenderOf({ doubtId, payments }: StoredPaymentInDoubt, transactionId: string) {
  return payments.find(({ transaction_id: id }) => id === transactionId && id !== doubtId) ?? null
}

function returned(doubt: StoredPaymentInDoubt, transactionId: string): StoredPaymentInDoubt {
  const payments = doubt.payments.map((tender) =>
    tender.transaction_id === transactionId ? { ...tender, status: "declined" as const } : tender,
  )
  return { ...doubt, payments }
}
