/** Lists the store's orders (docs/contract/orders.md#list-orders). */
import type { listOrders } from "../../protocol/http/order-reads.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { readOrderList } from "../../protocol/rules/orders/order-list.ts"
import { projectOrder } from "../../protocol/rules/orders/projection.ts"
import { countsOf } from "../../protocol/shapes/page.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { readOrderPage } from "./order-list-store.ts"

export const listOrdersHandler: BoxHandler<typeof listOrders> = (tx, { query }) => {
  const asked = readOrderList(query)
  if (isRefusal(asked)) return asked
  const { filter, fields, page } = asked
  const { orders, total } = readOrderPage(tx, filter, page)
  const { store } = requireConfig(tx)
  const data = { orders: orders.map((order) => projectOrder(order, fields, store)), ...countsOf(total, page) }
  return { status: 200, data }
}
