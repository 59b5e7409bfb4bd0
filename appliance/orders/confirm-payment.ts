/** Records the payment of an open order at the store (docs/contract/payments.md#confirm-payment). A cash payment opens the drawer. */
import type { confirmPayment as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { confirmPayment } from "../../protocol/rules/payments/settlement.ts"
import { requireConfig } from "../catalog/index.ts"
import { type DrawNumberDeps, numberSale } from "../fiscal/index.ts"
import type { Drawer } from "../printing/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findOrder, recordChange } from "./store/index.ts"

interface ConfirmPaymentDeps extends DrawNumberDeps {
  readonly drawer: Drawer
}

export const confirmPaymentHandler =
  ({ drawer, ...drawing }: ConfirmPaymentDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { declineReasons } = requireConfig(tx)
    const change = confirmPayment({ order, confirmation: body, declineReasons, now: tx.now })
    if (isRefusal(change)) return change
    const sold = change.outcome === "settled" ? numberSale(tx, change.order, drawing) : change.order
    if (isRefusal(sold)) return sold
    if (change.outcome !== "duplicate") {
      recordChange(tx, drawing.outbox, { ...change, order: sold, madeAt: { register: caller.keyId } })
    }
    const cash = body.payments.some(({ status, method }) => status === "approved" && method === "CASH")
    if (change.outcome === "settled" && cash) drawer.open(tx, { reason: "sale", by: caller.actor })
    const { revision, status, paymentStatus, settlement, payments } = change.order
    const { outcome, declines } = change
    return { status: 200, data: { outcome, revision, status, paymentStatus, settlement, payments, declines } }
  }
