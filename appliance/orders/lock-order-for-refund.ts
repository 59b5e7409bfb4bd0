/** Holds an order for the hub while that asks a provider for its money; the provider's word comes down later (docs/contract/sync.md#writes-carried-to-the-store). */
import type { lockForRefund as endpoint } from "../../protocol/http/cancel.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { beginRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import { decideCancellation, refuseByVerdict } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { readCancellation } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import type { BusinessDays } from "./find-business-day.ts"
import { loadCancellationFacts } from "./load-cancellation-facts.ts"
import { findByExternalId } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export const lockForRefundHandler =
  ({ outbox, days }: { outbox: Outbox; days: BusinessDays }): BoxHandler<typeof endpoint> =>
  (tx, { params, query, body, caller }) => {
    const found = findByExternalId(tx, params.orderId)
    if (!found) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { id, request } = body
    if (found.cancelling?.id === id) return { status: 200, data: { id } }
    // The hub has one hold for an order: an earlier one that is still marked here has lost its hub.
    const { cancelling: _earlier, ...order } = found
    const { question, policy } = loadCancellationFacts(tx, order, {
      days,
      type: request.cancellationType,
      locale: query.locale,
    })
    const asked = { channel: order.channel, reasons: policy.reasons, by: caller.actor }
    const cancellation = readCancellation(request, asked)
    if (isRefusal(cancellation)) return cancellation
    const refused = refuseByVerdict(decideCancellation(question))
    if (refused) return refused
    const held = beginRefund(order, { id, cancellation, now: tx.now })
    if (!held) throw new Error(`order ${order.id} was found eligible, and has nothing to refund`)
    recordChange(tx, outbox, { order: held, events: [] })
    return { status: 200, data: { id } }
  }
