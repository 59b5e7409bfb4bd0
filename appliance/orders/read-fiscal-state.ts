/** Tells how an order of the store stands with the fiscal authority (docs/contract/fiscal.md#fiscal-states). */
import type { readFiscalState } from "../../protocol/http/order-reads.ts"
import { refuse } from "../../protocol/refusals.ts"
import { fiscalOf } from "../../protocol/rules/fiscal/order-fiscal.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findOrder } from "./store/index.ts"

export const readFiscalStateHandler: BoxHandler<typeof readFiscalState> = (tx, { params }) => {
  const order = findOrder(tx, params.orderId)
  if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
  const { id, status } = order
  return { status: 200, data: { id, status, fiscal: fiscalOf(order, requireConfig(tx).store) } }
}
