/** Cancels an order at the store (docs/contract/cancellation.md#cancel-an-order). Only the hub can refund payments of a provider. */
import type { cancelOrder as endpoint } from "../../protocol/http/cancel.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { cancelOrder, isRepeatedCancellation, paidMoney } from "../../protocol/rules/cancellation/cancel-order.ts"
import {
  type CancellationQuestion,
  decideCancellation,
  refuseByVerdict,
} from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { readCancellation } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import { ALLOWED_TEXTS, cancelledTextOf } from "../../protocol/rules/cancellation/cancellation-texts.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { type HubNow, loadCancellationFacts } from "./load-cancellation-facts.ts"
import { findByExternalId, recordChange } from "./store/index.ts"

interface CancelDeps {
  readonly outbox: Outbox
  readonly hubNow: HubNow
  /** Writes the store's audit log; null for a request that the hub forwards, because the hub has logged it. */
  readonly record: RecordAudit | null
}

export const cancelOrderHandler =
  ({ outbox, hubNow, record }: CancelDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, query, body, caller }) => {
    const order = findByExternalId(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { locale = "es" } = query
    const { question, policy } = loadCancellationFacts(tx, order, { hubNow, type: body.cancellationType, locale })
    const asked = { channel: order.channel, reasons: policy.reasons, by: caller.actor }
    const cancellation = readCancellation(body, asked)
    if (isRefusal(cancellation)) return cancellation
    if (isRepeatedCancellation(order, cancellation)) return cancellationReply(order, question)
    const refused = refuseByVerdict(decideCancellation(question))
    if (refused) return refused
    const money = paidMoney(order)
    const atProvider = money.find(({ method }) => policy.providerMethods.includes(method))
    if (atProvider) return refuseProviderRefund(atProvider.method)
    const change = cancelOrder(order, { cancellation, refunds: [], now: tx.now })
    if (!change) throw new Error(`order ${order.id} was found eligible but could not be cancelled`)
    recordChange(tx, outbox, { ...change, madeAt: { register: caller.keyId } })
    record?.(tx, { action: "order.cancel", caller, subject: params.orderId, detail: { reason: body.reason } })
    return cancellationReply(change.order, question)
  }

function cancellationReply(order: OrderRecord, { rules, locale }: CancellationQuestion) {
  const text = ALLOWED_TEXTS[cancelledTextOf(order)][locale]
  const resolvedFrom = { source: "default", rulesChecked: rules.map(({ id }) => id) }
  return { status: 200 as const, data: { ...text, resolvedFrom } }
}

function refuseProviderRefund(method: string) {
  return refuse(
    "REFUND_FAILED",
    `${method} was paid through a provider; only the hub can refund it. Cancel at the hub.`,
    {
      data: { resolvedFrom: { source: "box", method } },
    },
  )
}
