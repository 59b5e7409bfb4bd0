/** The endpoints that only read orders, beside Get: the list, the fiscal state (docs/contract/orders.md#list-orders, docs/contract/fiscal.md#fiscal-states). */
import { FiscalState } from "../shapes/order-fiscal.ts"
import { OrderListQuery } from "../shapes/order-list.ts"
import { listOf } from "../shapes/page.ts"
import { endpoint } from "./endpoint.ts"
import { ORDERS, OrderRef, ProjectedOrder } from "./orders.ts"

export const listOrders = endpoint({
  name: "orders.list",
  family: "core",
  method: "GET",
  path: ORDERS,
  scope: "orders:read",
  query: OrderListQuery,
  replies: { 200: listOf("orders", ProjectedOrder) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists the vendor's orders, newest first, with filters, pages and a `total`; `fields` projects each order.",
  section: "orders.md#list-orders",
})

export const readFiscalState = endpoint({
  name: "orders.fiscal",
  family: "core",
  method: "GET",
  path: `${ORDERS}/:orderId/fiscal`,
  scope: "orders:read",
  params: OrderRef,
  replies: { 200: FiscalState },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Reads the state of an order's fiscal document, with its company, store and buyer.",
  section: "fiscal.md#fiscal-states",
})
