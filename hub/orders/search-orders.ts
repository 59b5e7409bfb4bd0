/** The dashboard's search for orders. Returns complete orders. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantRead } from "../storage/index.ts"
import { recordOf } from "./orders-store.ts"
import { type OrderSearch, searchRows } from "./search-store.ts"

export async function searchOrders(scope: TenantRead, query: OrderSearch): Promise<OrderRecord[]> {
  return (await searchRows(scope, query)).map(recordOf)
}
