/** Writes an order and what happened to it: the fact and its op for the hub share the transaction. */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderEventType, OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { saveOrder } from "./orders-store.ts"

export interface OrderChange {
  readonly order: OrderRecord
  readonly events: readonly { readonly type: OrderEventType; readonly at: string }[]
  /** The correction that this change is, for the hub to know its repeats. */
  readonly corrections?: readonly KeyedCorrection[]
}

export function recordChange(tx: BoxTx, outbox: Outbox, { order, events, corrections }: OrderChange): void {
  saveOrder(tx, order)
  outbox.record(tx, {
    kind: "order.changed",
    body: { order, events: [...events], ...(corrections && { corrections: [...corrections] }) },
  })
}
