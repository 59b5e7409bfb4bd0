/** Requests a payment link from the hub for a guest at the register, and reads its state. */

import type {
  requestCharge as askEndpoint,
  LinkEnd,
  readCharge as readEndpoint,
} from "../../protocol/http/register-charge.ts"
import { toMajor } from "../../protocol/money.ts"
import { refuse } from "../../protocol/refusals.ts"
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import { hasExpired, isActive } from "../../protocol/rules/payments/charge-states.ts"
import { totalOf } from "../../protocol/rules/payments/settlement.ts"
import type { ChargeAttempt } from "../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { findCharge, type StoredCharge, saveRequestedCharge } from "./payment-links-store.ts"

interface PaymentLinkDeps {
  readonly outbox: Outbox
  readonly isOnline: () => boolean
}

/** Refuses while the hub cannot be reached; the guest then pays another way. An expired link is requested again. */
export const requestChargeHandler =
  ({ outbox, isOnline }: PaymentLinkDeps): BoxHandler<typeof askEndpoint> =>
  (tx, { params, body, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    if (orderStateOf(order) !== "OPEN") {
      return refuse("ORDER_NOT_OPEN", `The order is ${order.status}.`, { data: { orderStatus: order.status } })
    }
    if (!linkMethods(tx).includes(body.methodCode)) {
      return refuse("CONFLICT", `${body.methodCode} makes no payment links in this store.`)
    }
    const attempts = findCharge(tx, order.orderExternal)?.heard?.intent?.attempts
    const hasActiveLink = attempts?.some((attempt) => isActive(attempt.status) && !isExpired(attempt))
    if (hasActiveLink) return { status: 202, data: chargeState(tx, order, isOnline()) }
    if (!isOnline())
      return refuse("SERVICE_UNAVAILABLE", "A payment link needs the internet, and the hub cannot be reached.")
    saveRequestedCharge(tx, order.orderExternal)
    const asked = {
      externalOrderId: order.orderExternal,
      methodCode: body.methodCode,
      amount: toMajor(totalOf(order)),
      currency: order.currencyCode,
      terminalId: caller.actor,
      askedAt: tx.now,
    }
    outbox.record(tx, { kind: "charge.asked", body: { asked } })
    return { status: 202, data: chargeState(tx, order, true) }
  }

export const readChargeHandler =
  ({ isOnline }: Pick<PaymentLinkDeps, "isOnline">): BoxHandler<typeof readEndpoint> =>
  (tx, { params }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    return { status: 200, data: chargeState(tx, order, isOnline()) }
  }

/** Payment methods that a provider handles in this store's country. */
function linkMethods(tx: BoxTx): readonly string[] {
  return requireConfig(tx).cancellation?.providerMethods ?? []
}

function chargeState(tx: BoxTx, order: OrderRecord, online: boolean) {
  const charge = findCharge(tx, order.orderExternal)
  const asking = charge?.askedAt != null
  const last = charge?.heard?.intent?.attempts.at(-1) ?? null
  const isOpen = orderStateOf(order) === "OPEN"
  const ended = asking || !charge ? null : endOf(charge, { last, isOpen })
  return {
    orderStatus: order.status,
    paid: order.settlement?.status === "settled",
    online,
    asking,
    link: last?.status === "requires_redirect" && isOpen && !isExpired(last) ? last.paymentLink : null,
    status: last?.status ?? null,
    ended,
    fault: asking
      ? null
      : ((isOpen ? (charge?.unfit ?? charge?.returned?.why) : null) ??
        charge?.heard?.fault ??
        last?.errorDescription ??
        null),
  }
}

function endOf(
  { unfit, heard }: StoredCharge,
  { last, isOpen }: { last: ChargeAttempt | null; isOpen: boolean },
): LinkEnd | null {
  if (unfit !== null && isOpen) return "unfit"
  if (heard?.fault != null) return "rejected"
  if (!last) return null
  if (last.status === "failed") return last.paymentLink === null ? "rejected" : "declined"
  if (last.status === "canceled" || (isActive(last.status) && !isOpen)) return "canceled"
  if (last.status === "solving" || last.status === "refunded") return "returned"
  return isExpired(last) ? "expired" : null
}

function isExpired({ status, errorDescription }: ChargeAttempt): boolean {
  return hasExpired({ status, error: errorDescription })
}
