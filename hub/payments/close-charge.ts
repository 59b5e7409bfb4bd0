/** Closes the charge of a cancelled order: cancels waiting links at their provider, and refunds money that never reached the order. */
import { isActive } from "../../protocol/rules/payments/charge-states.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { enqueue, type JobEnd } from "../queue/index.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"
import { changeAttempt, follow, refundUnplaced } from "./change-attempt.ts"
import { findAttempt, findIntentOfOrder } from "./charges-store.ts"
import { type AttemptJob, CANCEL_JOB, type ChangeDeps, CLOSE_JOB, type CloseJob, type PaymentDeps } from "./deps.ts"
import { lockIntentOfOrderWithStores } from "./lock-charge.ts"
import { requestCancel } from "./providers/index.ts"

/** Enqueued in the transaction that cancels. A job does it, because all other code locks a charge before its order. */
export async function closeChargesOfOrder(
  tx: TenantWrite,
  { ids }: Pick<PaymentDeps, "ids">,
  { orderExternal: externalOrderId, settlement }: OrderRecord,
): Promise<void> {
  if (!(await findIntentOfOrder(tx, externalOrderId))) return
  // The payment status does not show it: an order with money that is not refunded yet is CANCELED as well.
  const body: CloseJob = { externalOrderId, unpaid: settlement?.status !== "settled" }
  await enqueue(tx, ids, { kind: CLOSE_JOB, lane: `charge/${externalOrderId}`, body })
}

/** The cancellation refunds the money that the order had; this refunds what the order never took. */
export async function closeCharge(
  tx: TenantWrite,
  deps: ChangeDeps,
  { externalOrderId, unpaid }: CloseJob,
): Promise<void> {
  const intent = await lockIntentOfOrderWithStores(tx, externalOrderId)
  if (!intent) return
  for (const { intentId, attemptId, status } of intent.attempts) {
    const body: AttemptJob = { intentId, attemptId }
    if (isActive(status)) await enqueue(tx, deps.ids, { kind: CANCEL_JOB, lane: `charge/${intentId}`, body })
  }
  if (unpaid && intent.attempts.some(({ status }) => status === "succeeded")) {
    await follow(tx, deps, await refundUnplaced(tx, deps, intent))
  }
}

interface LinkCancelled {
  readonly end: JobEnd
  readonly write?: (tx: TenantWrite) => Promise<void>
}

/** A link that the provider refuses to cancel stays. If the guest still pays, the money is refunded. */
export async function cancelLink(deps: PaymentDeps, tenant: Tenant, names: AttemptJob): Promise<LinkCancelled> {
  const attempt = await deps.store.read(tenant, (scope) => findAttempt(scope, names.attemptId))
  if (attempt?.status === "created") return { end: { is: "retry", error: "its link is being made" } }
  if (attempt?.status !== "requires_redirect") return { end: { is: "ignored", result: null } }
  const answer = await requestCancel(await deps.findProvider(tenant.accountId, attempt.provider ?? ""), attempt)
  if (answer.outcome === "unknown") return { end: { is: "retry", error: answer.message } }
  if (answer.outcome === "refused") {
    deps.log.warn({ ...names, answer }, "the link of a cancelled order was not cancelled; money that comes goes back")
    return { end: { is: "ignored", result: { message: answer.message } } }
  }
  return {
    end: { is: "processed", result: null },
    write: async (tx) => void (await changeAttempt(tx, deps, { ...names, on: "cancel accepted by the provider" })),
  }
}
