/** Locks an order while the hub requests a refund from a provider. The result arrives later (docs/contract/sync.md#writes-carried-to-the-store). */
import type { lockForRefund as endpoint } from "../../protocol/http/cancel.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { beginRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import { decideCancellation, refuseByVerdict } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { readCancellation } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { type HubNow, loadCancellationFacts } from "./load-cancellation-facts.ts"
import { findByExternalId, recordChange } from "./store/index.ts"

export const lockForRefundHandler =
  ({ outbox, hubNow }: { outbox: Outbox; hubNow: HubNow }): BoxHandler<typeof endpoint> =>
  (tx, { params, query, body, caller }) => {
    const found = findByExternalId(tx, params.orderId)
    if (!found) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { id, request } = body
    if (found.cancelling?.id === id) return { status: 200, data: { id } }
    // The hub has at most one lock for an order, so an earlier one that is still stored here is stale.
    const { cancelling: _earlier, ...order } = found
    const { question, policy } = loadCancellationFacts(tx, order, {
      hubNow,
      type: request.cancellationType,
      locale: query.locale,
    })
    const asked = { channel: order.channel, reasons: policy.reasons, by: caller.actor }
    const cancellation = readCancellation(request, asked)
    if (isRefusal(cancellation)) return cancellation
    const refused = refuseByVerdict(decideCancellation(question))
    if (refused) return refused
    const locked = beginRefund(order, { id, cancellation, now: tx.now })
    if (!locked) throw new Error(`order ${order.id} was found eligible but has nothing to refund`)
    recordChange(tx, outbox, { order: locked, events: [] })
    return { status: 200, data: { id } }
  }
