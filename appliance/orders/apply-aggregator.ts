/** Applies an aggregator's status to an order. Only the hub writes that part of an order (docs/contract/sync.md#one-writer-per-part). */
import type { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import type { BoxTx } from "../storage/index.ts"
import { findOrder, saveOrder } from "./store/index.ts"

interface AggregatorUpdate {
  readonly orderId: string
  readonly aggregator: AggregatorMirror
}

/** Sends no op to the hub. */
export function applyAggregator(tx: BoxTx, { orderId, aggregator }: AggregatorUpdate): void {
  const order = findOrder(tx, orderId)
  if (order) saveOrder(tx, { ...order, aggregator })
}
