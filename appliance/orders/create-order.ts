/** Creates an order at the store, once per external id, in the open business day (docs/contract/orders.md#create-an-order). */
import type { createOrder as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createOrder } from "../../protocol/rules/orders/injection.ts"
import { findNamedStore, singleStore } from "../../protocol/rules/orders/named-store.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import { numberSale } from "../fiscal/index.ts"
import { type LinkPaymentDeps, settleArrivedOrder } from "../payments/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findBusinessDay, findByExternalId, recordChange } from "./store/index.ts"

export const createOrderHandler =
  (deps: LinkPaymentDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const known = findByExternalId(tx, body.orderId)
    if (known) return { status: 200, data: created(known, true) }
    const store = findNamedStore(body.store, singleStore(requireConfig(tx).store))
    if (isRefusal(store)) return store
    const change = createOrder({
      injection: body,
      id: deps.ids.uuid(),
      tenant: caller,
      store,
      businessDayDate: findBusinessDay(tx, body.createdAt, store),
      now: tx.now,
    })
    if (isRefusal(change)) return change
    const order = numberSale(tx, change.order, deps)
    if (isRefusal(order)) return order
    recordChange(tx, deps.outbox, { ...change, order, madeAt: { register: caller.keyId } })
    return { status: 201, data: created(settleArrivedOrder(tx, deps, order), false) }
  }

function created(order: OrderRecord, alreadyExisted: boolean) {
  const { id, orderExternal, orderCode, status, revision } = order
  return { id, orderId: orderExternal, orderCode, status, revision, alreadyExisted }
}
