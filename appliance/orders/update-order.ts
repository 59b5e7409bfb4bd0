/** Corrects an open order at the store (docs/contract/orders.md#correct-an-order). */
import type { updateOrder as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import {
  checkCorrection,
  correctionReply,
  correctOrder,
  keyedCorrection,
} from "../../protocol/rules/orders/correction.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { addCorrections, bytesOfCorrections, findCorrection, findOrder, recordChange } from "./store/index.ts"

export const updateOrderHandler =
  ({ outbox }: { outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { params, body }) => {
    const wrong = checkCorrection(body)
    if (wrong) return wrong
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const known = findCorrection(tx, order.id, body.idempotencyKey)
    const correctionsBytes = bytesOfCorrections(tx, order.id)
    const change = correctOrder({ order, request: body, known, correctionsBytes, now: tx.now })
    if (isRefusal(change)) return change
    if (change.outcome === "applied") {
      const corrections = keyedCorrection(change, body.idempotencyKey)
      addCorrections(tx, order.id, corrections)
      recordChange(tx, outbox, { order: change.order, events: [], corrections })
    }
    return { status: 200, data: correctionReply(change) }
  }
