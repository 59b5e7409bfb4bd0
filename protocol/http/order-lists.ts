/** The endpoint that lists orders (document 1, *List orders*). */
import { OrderListQuery } from "../shapes/order-list.ts"
import { listOf } from "../shapes/page.ts"
import { endpoint } from "./endpoint.ts"
import { ORDERS, ProjectedOrder } from "./orders.ts"

export const listOrders = endpoint({
  name: "orders.list",
  family: "core",
  method: "GET",
  path: ORDERS,
  scope: "orders:read",
  query: OrderListQuery,
  replies: { 200: listOf("orders", ProjectedOrder) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists the vendor's orders, newest first: filters, a page and its `total`; `fields` projects each order.",
  section: "document 1, List orders",
})
