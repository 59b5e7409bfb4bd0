/** Writes an order and what happened to it: the fact, its events, its way to the kitchen and its op for the hub share the transaction. */
import type { OrderEvent } from "../../protocol/rules/injection.ts"
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addOrderEvents, drawEventId } from "./order-events-store.ts"
import { saveOrder } from "./orders-store.ts"
import { sendOrder } from "./send-to-kitchen.ts"

export interface OrderChange {
  readonly order: OrderRecord
  readonly events: readonly OrderEvent[]
  /** The correction that this change is, for the hub to know its repeats. */
  readonly corrections?: readonly KeyedCorrection[]
}

export function recordChange(tx: BoxTx, outbox: Outbox, { order, events, corrections }: OrderChange): void {
  const drawId = () => drawEventId(tx, outbox.hex12)
  const sent = sendOrder(tx, order, drawId)
  const named = [...events, ...sent.events].map((event) => ({ ...event, id: event.id ?? drawId() }))
  saveOrder(tx, sent.order)
  addOrderEvents(tx, order.id, named)
  outbox.record(tx, {
    kind: "order.changed",
    body: { order: sent.order, events: named, ...(corrections && { corrections: [...corrections] }) },
  })
}
