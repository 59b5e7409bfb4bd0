/**
 * Records that a guest got the money of a cancelled order, or a second payment, back. A person at the store or the back office does so
 * (docs/contract/cancellation.md#money-to-return, docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import type { recordRefund as endpoint } from "../../protocol/http/money-to-return.ts"
import { fromText, sum, toMajor } from "../../protocol/money.ts"
import { refuse } from "../../protocol/refusals.ts"
import {
  allRefundsOf,
  moneyToReturn,
  recordRefund,
  toMoneyToReturn,
} from "../../protocol/rules/cancellation/money-to-return.ts"
import type { RefundRecording } from "../../protocol/shapes/cancellation.ts"
import type { MoneyToReturn } from "../../protocol/shapes/money-to-return.ts"
import type { RecordAudit } from "../audit/index.ts"
import { openShiftOf } from "../cash/shifts/index.ts"
import type { Drawer } from "../printing/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { findOrder, ordersWithMoneyToReturn, recordChange } from "./store/index.ts"

const LISTED_MAX = 100

interface RefundDeps {
  readonly outbox: Outbox
  readonly drawer: Drawer
  readonly record: RecordAudit
}

export const recordRefundHandler =
  ({ outbox, drawer, record }: RefundDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body: { source, note = null }, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const shift = source === "drawer" ? openShiftOf(tx, caller.keyId) : null
    if (source === "drawer" && !shift) {
      return refuse("CONFLICT", "Cash comes out of the drawer of an open shift: open one at this register.")
    }
    const operatorUid = shift?.operatorUid ?? null
    const recorded = { at: tx.now, recordedBy: caller.actor, source, operatorUid, note }
    const after = recordRefund(order, recorded)
    if (after) {
      recordChange(tx, outbox, { order: after, events: [], madeAt: { register: caller.keyId } })
      const money = moneyToReturn(order)
      const amount = toMajor(sum(money.map((row) => fromText(row.amount))))
      const method = money.map((row) => row.method).join(" + ")
      const detail = { source, method, amount, currency: order.currencyCode, note }
      record(tx, { action: "refund.record", caller, subject: order.orderCode, detail })
      if (source === "drawer") drawer.open(tx, { reason: "refund", by: caller.actor })
    } else if (!allRefundsOf(order).some((refund) => refund.recorded)) {
      return refuse("CONFLICT", `The order ${order.orderCode} has no money that must be returned.`)
    }
    const { id: orderId, paymentStatus } = after ?? order
    return { status: 200, data: { orderId, paymentStatus, refunds: [...allRefundsOf(after ?? order)] } }
  }

/** Applies a refund that the back office recorded. An earlier recording is kept. */
export function applyRecordedRefund(
  tx: BoxTx,
  { orderId, recorded }: { readonly orderId: string; readonly recorded: RefundRecording },
  outbox: Outbox,
): void {
  const order = findOrder(tx, orderId)
  const after = order && recordRefund(order, recorded)
  if (after) recordChange(tx, outbox, { order: after, events: [] })
}

/** For the store's screens, at most 100. */
export function listMoneyToReturn(tx: BoxTx): MoneyToReturn[] {
  return ordersWithMoneyToReturn(tx, LISTED_MAX).flatMap((order) => toMoneyToReturn(order) ?? [])
}
