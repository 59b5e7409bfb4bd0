/** Cancels an order at the store (document 1, *Cancel order (partner family)*); money that a provider took is asked back by the hub alone. */
import type { cancelOrder as endpoint } from "../../protocol/http/cancel.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { byTheStore, cancelOrder, moneyOf } from "../../protocol/rules/cancel-order.ts"
import { judgeCancellation, refuseByVerdict } from "../../protocol/rules/cancellation.ts"
import { readCancellation } from "../../protocol/rules/cancellation-reasons.ts"
import { ALLOWED_TEXTS } from "../../protocol/rules/cancellation-texts.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import type { Days } from "./find-business-day.ts"
import { findByExternalId } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"
import { weighOrder } from "./weigh-order.ts"

export const cancelOrderHandler =
  ({ outbox, days }: { outbox: Outbox; days: Days }): BoxHandler<typeof endpoint> =>
  (tx, { params, query, body, caller }) => {
    const order = findByExternalId(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    const { locale = "es" } = query
    const { question, policy } = weighOrder(tx, order, { days, type: body.cancellationType, locale })
    const asked = { channel: order.channel, reasons: policy.reasons, by: caller.actor }
    const cancellation = readCancellation(body, asked)
    if (isRefusal(cancellation)) return cancellation
    const refused = refuseByVerdict(judgeCancellation(question))
    if (refused) return refused
    const money = moneyOf(order)
    const atProvider = money.find(({ method }) => policy.providerMethods.includes(method))
    if (atProvider) return askTheHub(atProvider.method)
    const change = cancelOrder(order, { cancellation, refunds: byTheStore(money), now: tx.now })
    if (!change) throw new Error(`order ${order.id} was found eligible, and is not`)
    recordChange(tx, outbox, change)
    const text = ALLOWED_TEXTS[change.order.paymentStatus === "REFUNDED" ? "refunded" : "unpaid"][locale]
    const resolvedFrom = { source: "default", rulesChecked: question.rules.map(({ id }) => id) }
    return { status: 200, data: { ...text, resolvedFrom } }
  }

function askTheHub(method: string) {
  return refuse(
    "REFUND_FAILED",
    `${method} was paid through a provider, whom only the hub can ask: cancel at the hub.`,
    {
      data: { resolvedFrom: { source: "box", method } },
    },
  )
}
