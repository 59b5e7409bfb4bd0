/** Reads one order at the store (docs/contract/orders.md#get-an-order). */
import type { getOrder } from "../../protocol/http/orders.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { projectOrder, readFields } from "../../protocol/rules/orders/projection.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findOrder } from "./store/index.ts"

export const getOrderHandler: BoxHandler<typeof getOrder> = (tx, { params, query }) => {
  const fields = readFields(query.fields)
  if (isRefusal(fields)) return fields
  const order = findOrder(tx, params.orderId)
  if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
  return { status: 200, data: projectOrder(order, fields, requireConfig(tx).store) }
}
