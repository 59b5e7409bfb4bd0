/** Checks money that was paid by link and does not settle its order yet. When the order closes without it, the money is refunded. */
import { orderStateOf } from "../../protocol/rules/orders/order-states.ts"
import { tookPayment } from "../../protocol/rules/payments/unreturned-links.ts"
import { findByExternalId } from "../orders/index.ts"
import type { JobEnd } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { follow, refundAttempt } from "./change-attempt.ts"
import type { ChangeDeps, PaymentInDoubtJob } from "./deps.ts"
import { lockIntentOfOrderWithStores } from "./lock-charge.ts"
import { isPaymentInDoubt } from "./watch-payment-in-doubt.ts"

export async function resolvePaymentInDoubt(
  tx: TenantWrite,
  deps: ChangeDeps,
  { externalOrderId }: PaymentInDoubtJob,
): Promise<JobEnd> {
  const intent = await lockIntentOfOrderWithStores(tx, externalOrderId)
  if (!intent || !isPaymentInDoubt(intent)) return { is: "ignored", result: null }
  const order = (await findByExternalId(tx, externalOrderId))?.order
  if (!order) return { is: "retry", error: "a part of a charge is paid, and its order is not here" }
  if (orderStateOf(order) === "OPEN")
    return { is: "retry", error: "a charge is paid, and is not what its open order needs" }
  const orphans = intent.attempts.filter(
    ({ status, attemptId }) => status === "succeeded" && !tookPayment(order, attemptId),
  )
  if (orphans.length > 0) {
    deps.log.warn({ intentId: intent.intentId }, "an order was closed without money that came by link; it goes back")
  }
  const kept = await refundAttempt(tx, deps, intent, orphans)
  await follow(tx, deps, { ...kept, placed: orphans.length > 0 ? "returned" : "settled" })
  return { is: "processed", result: { returned: orphans.map(({ attemptId }) => attemptId) } }
}
