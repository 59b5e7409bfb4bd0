/** Checks whether an order can be cancelled, by the same rule as the cancellation (docs/contract/cancellation.md#order-of-the-checks). */
import type { checkCancellation as endpoint } from "../../protocol/http/cancel.ts"
import { refuse } from "../../protocol/refusals.ts"
import { decideCancellation } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { checkCancellationType } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { BoxHandler } from "../storage/index.ts"
import type { BusinessDays } from "./find-business-day.ts"
import { loadCancellationFacts } from "./load-cancellation-facts.ts"
import { findByExternalId } from "./orders-store.ts"

export const checkCancellationHandler =
  ({ days }: { days: BusinessDays }): BoxHandler<typeof endpoint> =>
  (tx, { params, query }) => {
    const order = findByExternalId(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { cancellationType: type, locale } = query
    const { question, policy } = loadCancellationFacts(tx, order, { days, type, locale })
    const wrong = checkCancellationType(policy.reasons, { type, channel: order.channel })
    return wrong ?? { status: 200, data: decideCancellation(question) }
  }
