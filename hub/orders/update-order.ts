/** Corrects an open order (docs/contract/orders.md#correct-an-order), here or at the store that is its home. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { updateOrder as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import {
  checkCorrection,
  correctionReply,
  correctOrder,
  keyedCorrection,
} from "../../protocol/rules/orders/correction.ts"
import { atStore, type StoreCaller } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import { addCorrections, bytesOfCorrections, findCorrection } from "./corrections-store.ts"
import { lockOrderByReference } from "./lock-order.ts"
import { updateOrder } from "./orders-store.ts"

export const updateOrderHandler =
  ({ store, line }: { store: HubStore; line: StoreCaller }): Handler<typeof endpoint> =>
  async (request) => {
    const { params, body, caller } = request
    const wrong = checkCorrection(body)
    if (wrong) return wrong
    const answer = await store.write(caller, async (tx) => {
      const kept = await lockOrderByReference(tx, params.orderId)
      if (isRefusal(kept)) return kept
      const { order } = kept
      if (kept.home === "store") return atStore(order.storeId, { orderId: order.id })
      const known = await findCorrection(tx, order.id, body.idempotencyKey)
      const correctionsBytes = await bytesOfCorrections(tx, order.id)
      const change = correctOrder({ order, request: body, known, correctionsBytes, now: tx.now })
      if (isRefusal(change)) return change
      if (change.outcome === "applied") {
        await updateOrder(tx, { ...kept, order: change.order }, "hub")
        await addCorrections(tx, order.id, keyedCorrection(change, body.idempotencyKey))
      }
      return { status: 200 as const, data: correctionReply(change) }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }
