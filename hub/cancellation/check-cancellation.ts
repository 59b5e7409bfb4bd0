/** Answers whether an order can be cancelled, by the rule that the cancellation itself uses; changes nothing (docs/contract/cancellation.md#order-of-the-checks). */
import type { checkCancellation as endpoint } from "../../protocol/http/cancel.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { refuse } from "../../protocol/refusals.ts"
import { decideCancellation } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { checkCancellationType } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import { findByExternalId } from "../orders/index.ts"
import type { HubStore } from "../storage/index.ts"
import type { ReadPolicy } from "../tenants/index.ts"
import { loadCancellationFacts } from "./load-cancellation-facts.ts"

interface CheckCancellationDeps {
  readonly store: HubStore
  readonly line: StoreCaller
  readonly readPolicy: ReadPolicy
}

export const checkCancellationHandler =
  ({ store, line, readPolicy }: CheckCancellationDeps): Handler<typeof endpoint> =>
  ({ params, query, caller }) =>
    store.read(caller, async (scope) => {
      const kept = await findByExternalId(scope, params.orderId)
      if (!kept) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
      const { order, home } = kept
      const { cancellationType: type, locale = "es" } = query
      const { question, policy } = await loadCancellationFacts(scope, order, {
        readPolicy,
        asked: { type: type ?? null, locale },
      })
      const wrong = checkCancellationType(policy.reasons, { type, channel: order.channel })
      if (wrong) return wrong
      const headers = home === "hub" ? {} : await line.freshness(order.storeId)
      return { status: 200, data: decideCancellation(question), headers }
    })
