/** Takes in what the providers said of an order's money: the order that was held is cancelled, or is as it was. */
import { cancelOrder, withdrawRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import type { Cancellation, Refund } from "../../protocol/shapes/cancellation.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import type { BusinessDays } from "./find-business-day.ts"
import { orderDay } from "./load-cancellation-facts.ts"
import { findOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface SettledRefund {
  readonly orderId: string
  /** Of the hold that this ends. */
  readonly id: string
  readonly outcome: "refunded" | "refused"
  readonly cancellation: Cancellation
  readonly refunds: readonly Refund[]
}

/**
 * Money that is back cancels the order even if its mark was lost with an older disk; a refusal ends its own hold alone. What is
 * closed already stays so: the hub says it twice rather than not at all.
 */
export function settleRefund(
  tx: BoxTx,
  settled: SettledRefund,
  { outbox, days }: { outbox: Outbox; days: BusinessDays },
): void {
  const order = findOrder(tx, settled.orderId)
  if (!order) return
  if (settled.outcome === "refunded") {
    const cancellation = order.cancelling?.cancellation ?? settled.cancellation
    // An older hub also listed what the store was to give back by itself: nobody has recorded that.
    const refunds = settled.refunds.filter(({ by }) => by === "provider")
    const change = cancelOrder(order, { cancellation, refunds, now: tx.now })
    if (change) recordChange(tx, outbox, change)
  } else if (order.cancelling?.id === settled.id) {
    const asItWas = withdrawRefund(order, { day: orderDay(tx, order, days), now: tx.now })
    if (asItWas) recordChange(tx, outbox, { order: asItWas, events: [] })
  }
}
