/** Takes in what the hub heard of an order from its aggregator: the hub is the only writer of that part (docs/contract/sync.md#one-writer-per-part). */
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import type { BoxTx } from "../storage/index.ts"
import { findOrder, saveOrder } from "./orders-store.ts"

interface AggregatorUpdate {
  readonly orderId: string
  readonly aggregator: AggregatorMirror
}

/** No op goes up for it. */
export function applyAggregator(tx: BoxTx, { orderId, aggregator }: AggregatorUpdate): void {
  const order = findOrder(tx, orderId)
  if (order) saveOrder(tx, { ...order, aggregator })
}
