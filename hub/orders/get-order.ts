/** Reads one order from the hub's copy, and says how fresh it is (docs/contract/orders.md#get-an-order). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { getOrder } from "../../protocol/http/orders.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { projectOrder, readFields } from "../../protocol/rules/orders/projection.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import { requireStore } from "../tenants/index.ts"
import { resolveOrder } from "./find-order.ts"
import { findOrder } from "./orders-store.ts"

export const getOrderHandler =
  ({ store, line }: { store: HubStore; line: StoreCaller }): Handler<typeof getOrder> =>
  ({ params, query, caller }) => {
    const fields = readFields(query.fields)
    if (isRefusal(fields)) return fields
    return store.read(caller, async (scope) => {
      const orderId = await resolveOrder(scope, params.orderId)
      if (isRefusal(orderId)) return orderId
      const kept = await findOrder(scope, orderId)
      if (!kept) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
      const data = projectOrder(kept.order, fields, await requireStore(scope, kept.order.storeId))
      if (kept.home === "hub") return { status: 200, data }
      return { status: 200, data, headers: await line.freshness(kept.order.storeId) }
    })
  }
