/** Writes an order and what happened to it: the fact and its op for the hub share the transaction. */
import type { OrderEventType, OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { saveOrder } from "./orders-store.ts"

export interface OrderChange {
  readonly order: OrderRecord
  readonly events: readonly { readonly type: OrderEventType; readonly at: string }[]
}

export function recordChange(tx: BoxTx, outbox: Outbox, { order, events }: OrderChange): void {
  saveOrder(tx, order)
  outbox.record(tx, { kind: "order.changed", body: { order, events: [...events] } })
}
