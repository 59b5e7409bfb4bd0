/** Creates an order at the hub. Orders of one tenant that arrive together share a transaction. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { createOrder as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { createGroupCommit, type HubStore } from "../storage/index.ts"
import { type CreateOrdersDeps, createOrders } from "./create-orders.ts"

/** Orders per transaction. On SQLite all other writes wait for it. */
const GROUP_MAX = 64

export function createOrderHandler({
  store,
  ...creating
}: CreateOrdersDeps & { store: HubStore }): Handler<typeof endpoint> {
  const take = createGroupCommit({
    groupMax: GROUP_MAX,
    write: (tenant, injections: readonly OrderInjection[]) =>
      store.write(tenant, (tx) => createOrders(tx, creating, injections)),
  })
  return async ({ body, caller }) => {
    const kept = await take(caller, body)
    if (isRefusal(kept)) return kept
    const { order, alreadyExisted } = kept
    return alreadyExisted ? { status: 200, data: created(order, true) } : { status: 201, data: created(order, false) }
  }
}

function created(order: OrderRecord, alreadyExisted: boolean) {
  const { id, orderExternal, orderCode, status, revision } = order
  return { id, orderId: orderExternal, orderCode, status, revision, alreadyExisted }
}
