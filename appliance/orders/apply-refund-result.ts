/** Applies the result of a provider refund: cancels the order that was locked for it, or unlocks it. */
import { cancelOrder, withdrawRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import type { Cancellation, Refund } from "../../protocol/shapes/cancellation.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { type HubNow, orderDay } from "./load-cancellation-facts.ts"
import { findOrder, recordChange } from "./store/index.ts"

export interface SettledRefund {
  readonly orderId: string
  /** Id of the lock that this result ends. */
  readonly id: string
  readonly outcome: "refunded" | "refused"
  readonly cancellation: Cancellation
  readonly refunds: readonly Refund[]
}

/**
 * A refund cancels the order even if the lock was lost with an older disk. A refusal ends only its own lock. A repeat of the hub's
 * message changes nothing.
 */
export function settleRefund(
  tx: BoxTx,
  settled: SettledRefund,
  { outbox, hubNow }: { outbox: Outbox; hubNow: HubNow },
): void {
  const order = findOrder(tx, settled.orderId)
  if (!order) return
  if (settled.outcome === "refunded") {
    const cancellation = order.cancelling?.cancellation ?? settled.cancellation
    // An older hub also listed refunds that the store itself must make. Nobody has recorded those yet.
    const refunds = settled.refunds.filter(({ by }) => by === "provider")
    const change = cancelOrder(order, { cancellation, refunds, now: tx.now })
    if (change) recordChange(tx, outbox, change)
  } else if (order.cancelling?.id === settled.id) {
    const unlocked = withdrawRefund(order, { day: orderDay(tx, order, hubNow), now: tx.now })
    if (unlocked) recordChange(tx, outbox, { order: unlocked, events: [] })
  }
}
