/** Records the charge of an open order (document 1, *Confirm payment*), here or at the store that is its home. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { confirmPayment as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { confirmPayment } from "../../protocol/rules/settlement.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import { atStore, type StoreLine } from "../fleet/index.ts"
import type { HubStore } from "../storage/index.ts"
import { declineReasons } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { lockReferred } from "./lock-referred.ts"
import { updateOrder } from "./orders-store.ts"

export interface Charging {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreLine
}

export const confirmPaymentHandler =
  ({ store, ids, line }: Charging): Handler<typeof endpoint> =>
  async (request) => {
    const { params, body, caller } = request
    const answer = await store.write(caller, async (tx) => {
      const kept = await lockReferred(tx, params.orderId)
      if (isRefusal(kept)) return kept
      if (kept.home === "store") return atStore(kept.order.storeId, { orderId: kept.order.id })
      const reasons = await declineReasons(tx)
      const change = confirmPayment({ order: kept.order, confirmation: body, declineReasons: reasons, now: tx.now })
      if (isRefusal(change)) return change
      const { outcome, declines, order } = change
      if (outcome !== "duplicate") {
        await updateOrder(tx, { ...kept, order }, "hub")
        await recordEvents(tx, ids, change)
      }
      const { revision, status, paymentStatus, settlement, payments } = order
      const data = { outcome, revision, status, paymentStatus, settlement, payments, declines }
      return { status: 200 as const, data }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }
