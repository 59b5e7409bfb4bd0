/** Creates an order at the store, once per external id, in the open business day (docs/contract/orders.md#create-an-order). */
import type { createOrder as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createOrder } from "../../protocol/rules/orders/injection.ts"
import { onlyStore, storeNamed } from "../../protocol/rules/orders/named-store.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { type BusinessDays, findBusinessDay } from "./find-business-day.ts"
import type { NumberSale } from "./number-sale.ts"
import { findByExternalId } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

interface CreateOrderDeps {
  readonly ids: Ids
  readonly outbox: Outbox
  readonly days: BusinessDays
  readonly numberSale: NumberSale
  /** Settles an order whose payment link was paid before it arrived. */
  readonly settleArrivedOrder: (tx: BoxTx, order: OrderRecord) => OrderRecord
}

export const createOrderHandler =
  ({ ids, outbox, days, numberSale, settleArrivedOrder }: CreateOrderDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const known = findByExternalId(tx, body.orderId)
    if (known) return { status: 200, data: created(known, true) }
    const store = storeNamed(body.store, onlyStore(requireConfig(tx).store))
    if (isRefusal(store)) return store
    const change = createOrder({
      injection: body,
      id: ids.uuid(),
      tenant: caller,
      store,
      businessDayDate: findBusinessDay(tx, { createdAt: body.createdAt, store, days }),
      now: tx.now,
    })
    if (isRefusal(change)) return change
    const order = numberSale(tx, change.order)
    if (isRefusal(order)) return order
    recordChange(tx, outbox, { ...change, order, madeAt: { register: caller.keyId } })
    return { status: 201, data: created(settleArrivedOrder(tx, order), false) }
  }

function created(order: OrderRecord, alreadyExisted: boolean) {
  const { id, orderExternal, orderCode, status, revision } = order
  return { id, orderId: orderExternal, orderCode, status, revision, alreadyExisted }
}
