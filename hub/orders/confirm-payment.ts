/** Records the charge of an open order (document 1, *Confirm payment*), here or at the store that is its home. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { confirmPayment as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { confirmPayment } from "../../protocol/rules/settlement.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import { atStore, type StoreLine } from "../fleet/index.ts"
import type { HubStore } from "../storage/index.ts"
import { type Downlink, declineReasons } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { lockReferred } from "./lock-referred.ts"
import { updateOrder } from "./orders-store.ts"
import { withKitchen } from "./send-to-kitchen.ts"

export interface Charging {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreLine
  readonly downlink: Downlink
}

export const confirmPaymentHandler =
  ({ store, ids, line, downlink }: Charging): Handler<typeof endpoint> =>
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
        const sent = await withKitchen(tx, { ids, downlink }, { change })
        await updateOrder(tx, { ...kept, order: sent.order }, "hub")
        await recordEvents(tx, ids, sent)
      }
      const { revision, status, paymentStatus, settlement, payments } = order
      const data = { outcome, revision, status, paymentStatus, settlement, payments, declines }
      return { status: 200 as const, data }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }
