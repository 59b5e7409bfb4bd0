/** Checks whether an order can be cancelled, by the same rule as the cancellation (docs/contract/cancellation.md#order-of-the-checks). */
import type { checkCancellation as endpoint } from "../../protocol/http/cancel.ts"
import { refuse } from "../../protocol/refusals.ts"
import { decideCancellation } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { checkCancellationType } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { BoxHandler } from "../storage/index.ts"
import { type HubNow, loadCancellationFacts } from "./load-cancellation-facts.ts"
import { findByExternalId } from "./store/index.ts"

export const checkCancellationHandler =
  ({ hubNow }: { hubNow: HubNow }): BoxHandler<typeof endpoint> =>
  (tx, { params, query }) => {
    const order = findByExternalId(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { cancellationType: type, locale } = query
    const { question, policy } = loadCancellationFacts(tx, order, { hubNow, type, locale })
    const wrong = checkCancellationType(policy.reasons, { type, channel: order.channel })
    return wrong ?? { status: 200, data: decideCancellation(question) }
  }
