/**
 * Records the payment of an open order (docs/contract/payments.md#confirm-payment), at the hub or at the store that is its home. Payments of one
 * tenant that arrive together share a transaction.
 */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { confirmPayment as endpoint } from "../../protocol/http/orders.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import { createGroupCommit, type HubStore } from "../storage/index.ts"
import { type ConfirmPaymentsDeps, confirmPayments, type PaymentRequest } from "./confirm-payments.ts"

/** Payments per transaction. On SQLite all other writes wait for it. */
const GROUP_MAX = 64

interface ConfirmPaymentDeps extends ConfirmPaymentsDeps {
  readonly store: HubStore
  readonly line: StoreCaller
}

export function confirmPaymentHandler({ store, line, ...charging }: ConfirmPaymentDeps): Handler<typeof endpoint> {
  const take = createGroupCommit({
    groupMax: GROUP_MAX,
    write: (tenant, asked: readonly PaymentRequest[]) =>
      store.write(tenant, (tx) => confirmPayments(tx, charging, asked)),
  })
  return async (request) => {
    const { params, body, caller } = request
    const answer = await take(caller, { reference: params.orderId, confirmation: body })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }
}
