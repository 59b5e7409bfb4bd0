/** Applies a cancellation that the hub accepted to the store's order of the same sale, if the store's rules allow it (docs/contract/sync.md#one-order-id-created-on-both-sides). */
import { isRefusal } from "../../protocol/refusals.ts"
import { cancelOrder, paidMoney } from "../../protocol/rules/cancellation/cancel-order.ts"
import { decideCancellation, refuseByVerdict } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import type { ChangedOrder } from "../../protocol/rules/orders/injection.ts"
import { type ConflictCause, causeOfRefusal, conflictCause } from "../../protocol/rules/orders/order-conflicts.ts"
import type { Cancellation, Refund } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx } from "../storage/index.ts"
import { type HubNow, loadCancellationFacts } from "./load-cancellation-facts.ts"

/** `metadata.cancellation` of the hub's order. */
type HubCancellation = Cancellation & { readonly at: string; readonly refunds: readonly Refund[] }

export interface OrderPair {
  readonly own: OrderRecord
  readonly hubs: OrderRecord
}

/** Returns the cancelled order, or why the store refuses the cancellation. */
export function applyHubCancellation(
  tx: BoxTx,
  { own, hubs }: OrderPair,
  hubNow: HubNow,
): ChangedOrder | ConflictCause {
  const { at, refunds, ...cancellation } = hubs.metadata.cancellation as HubCancellation
  const { question, policy } = loadCancellationFacts(tx, own, {
    hubNow,
    type: cancellation.type ?? undefined,
    locale: "en",
  })
  // An account's rule about the order's age is about the moment at which the hub accepted the cancellation.
  const refused = refuseByVerdict(decideCancellation({ ...question, now: at }))
  if (isRefusal(refused)) return causeOfRefusal(refused)
  const money = paidMoney(own)
  const isReturned = JSON.stringify(money) === JSON.stringify(paidMoney(hubs))
  const atProvider = isReturned ? undefined : money.find(({ method }) => policy.providerMethods.includes(method))
  if (atProvider) {
    const { method } = atProvider
    const why = `${method} was paid through a provider; only the hub can refund it. Cancel at the hub.`
    return conflictCause("REFUND_ONLY_AT_HUB", why, { method })
  }
  const given = isReturned ? refunds : refunds.filter(({ by }) => by === "provider")
  const change = cancelOrder(own, { cancellation, refunds: given, now: tx.now })
  if (!change) throw new Error(`order ${own.id} was found eligible but could not be cancelled`)
  return change
}
