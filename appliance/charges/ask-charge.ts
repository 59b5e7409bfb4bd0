/** A guest at the register wants to pay by link: the hub is asked for one, and the page is told how it stands. */

import type { askCharge as askEndpoint, readCharge as readEndpoint } from "../../protocol/http/register-charge.ts"
import { toMajor } from "../../protocol/money.ts"
import { refuse } from "../../protocol/refusals.ts"
import { isActive } from "../../protocol/rules/charge-states.ts"
import { orderStateOf } from "../../protocol/rules/order-states.ts"
import { totalOf } from "../../protocol/rules/settlement.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import { findOrder } from "../orders/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { findCharge, saveAsked } from "./charges-store.ts"

export interface Asking {
  readonly outbox: Outbox
  readonly isOnline: () => boolean
}

/** Without the hub there is no link: the register says so, and the guest pays otherwise. */
export const askChargeHandler =
  ({ outbox, isOnline }: Asking): BoxHandler<typeof askEndpoint> =>
  (tx, { params, body, caller }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    if (orderStateOf(order) !== "OPEN") {
      return refuse("ORDER_NOT_OPEN", `The order is ${order.status}.`, { data: { orderStatus: order.status } })
    }
    if (!linkMethods(tx).includes(body.methodCode)) {
      return refuse("CONFLICT", `${body.methodCode} makes no payment links in this store.`)
    }
    const waits = findCharge(tx, order.orderExternal)?.heard?.intent?.attempts.some(({ status }) => isActive(status))
    if (waits) return { status: 202, data: standing(tx, order, isOnline()) }
    if (!isOnline())
      return refuse("SERVICE_UNAVAILABLE", "A payment link needs the internet, and the hub cannot be reached.")
    saveAsked(tx, order.orderExternal)
    const asked = {
      externalOrderId: order.orderExternal,
      methodCode: body.methodCode,
      amount: toMajor(totalOf(order)),
      currency: order.currencyCode,
      terminalId: caller.actor,
      askedAt: tx.now,
    }
    outbox.record(tx, { kind: "charge.asked", body: { asked } })
    return { status: 202, data: standing(tx, order, true) }
  }

export const readChargeHandler =
  ({ isOnline }: Pick<Asking, "isOnline">): BoxHandler<typeof readEndpoint> =>
  (tx, { params }) => {
    const order = findOrder(tx, params.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    return { status: 200, data: standing(tx, order, isOnline()) }
  }

/** Methods whose money a provider takes, in this store's country. */
function linkMethods(tx: BoxTx): readonly string[] {
  return requireConfig(tx).cancellation?.providerMethods ?? []
}

function standing(tx: BoxTx, order: OrderRecord, online: boolean) {
  const kept = findCharge(tx, order.orderExternal)
  const last = kept?.heard?.intent?.attempts.at(-1) ?? null
  return {
    orderStatus: order.status,
    paid: order.settlement?.status === "settled",
    online,
    asking: kept?.askedAt != null,
    link: last?.status === "requires_redirect" ? last.paymentLink : null,
    status: last?.status ?? null,
    fault: kept?.askedAt != null ? null : (kept?.heard?.fault ?? last?.errorDescription ?? null),
  }
}
