/** Builds an operation when it is first sent to its store: an order as it is now. From then on the store is its home. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { offerOrder } from "../orders/index.ts"
import { fence, type HubStore } from "../storage/index.ts"
import type { OfferOp } from "../sync/index.ts"

export function createOfferOp({ dialect }: Pick<HubStore, "dialect">): OfferOp {
  return async (scope, store, op) => {
    if (op.kind !== "order.created") return op
    const { order } = op.body as { order: OrderRecord }
    const offered = await offerOrder(fence(scope, store, dialect), order.id)
    return offered && { kind: op.kind, body: offered }
  }
}
