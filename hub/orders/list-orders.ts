/** Lists the vendor's orders from the hub's copies, and says how fresh the oldest of them is (docs/contract/orders.md#list-orders). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { listOrders } from "../../protocol/http/order-reads.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { readOrderList } from "../../protocol/rules/orders/order-list.ts"
import { projectOrder } from "../../protocol/rules/orders/projection.ts"
import { countsOf } from "../../protocol/shapes/page.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { findStoresNamed } from "../tenants/index.ts"
import { type ListedOrder, readOrderPage } from "./order-list-store.ts"

export const listOrdersHandler =
  ({ store, line }: { store: HubStore; line: StoreCaller }): Handler<typeof listOrders> =>
  async ({ query, caller }) => {
    const asked = readOrderList(query)
    if (isRefusal(asked)) return asked
    const { filter, fields, page } = asked
    const { listed, total, stores } = await store.list(caller, async (scope) => {
      const found = await readOrderPage(scope, filter, page)
      return { ...found, stores: await storesOf(scope, found.listed) }
    })
    const orders = listed.map(({ order }) => projectOrder(order, fields, stores.get(order.storeId) as Store))
    const headers = await freshness(listed, line)
    return { status: 200, data: { orders, ...countsOf(total, page) }, headers }
  }

async function storesOf(scope: TenantRead, listed: readonly ListedOrder[]): Promise<Map<string, Store>> {
  const stores = await findStoresNamed(scope, { ids: listed.map(({ order }) => order.storeId), codes: [] })
  return new Map(stores.map((store) => [store.id, store]))
}

/** The headers of the store that was silent longest, among the stores that are home to an order of this page. */
async function freshness(listed: readonly ListedOrder[], caller: StoreCaller): Promise<Record<string, string>> {
  const stores = new Set(listed.filter(({ home }) => home === "store").map(({ order }) => order.storeId))
  const heard = await Promise.all([...stores].map((storeId) => caller.freshness(storeId)))
  return heard.sort((a, b) => Object.values(a).join().localeCompare(Object.values(b).join()))[0] ?? {}
}
