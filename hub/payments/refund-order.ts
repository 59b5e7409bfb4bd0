/** Refunds an order that is being cancelled: each payment by link, and the rest of a provider's money as a whole. */
import { isCollected } from "../../protocol/rules/payments/charge-states.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"
import { changeAttempt, follow } from "./change-attempt.ts"
import type { StoredAttempt, StoredIntent } from "./charge.ts"
import { findIntentOfOrder, saveAttempt } from "./charges-store.ts"
import type { AttemptJob, PaymentDeps } from "./deps.ts"
import { lockIntentWithStores } from "./lock-charge.ts"
import { type RefundAnswer, type RefundRequest, requestRefund } from "./providers/index.ts"

/** A refund of an order's money at one provider. */
export type RefundOrder = (
  tenant: Tenant,
  provider: string,
  asked: RefundRequest & { readonly order: OrderRecord },
) => Promise<RefundAnswer>

export const createRefundOrder =
  (deps: PaymentDeps): RefundOrder =>
  async (tenant, code, asked) => {
    const intent = await deps.store.read(tenant, (scope) => findIntentOfOrder(scope, asked.order.orderExternal))
    const paid = intent?.attempts.filter((attempt) => attempt.provider === code && wasPaid(attempt)) ?? []
    if (!intent || paid.length === 0) return requestRefund(await deps.findProvider(tenant.accountId, code), asked)
    let reference: string | null = null
    for (const attempt of paid) {
      const answer = await refundAttempt(deps, intent, { attempt, asked })
      if (answer.outcome !== "refunded") return answer
      reference = answer.reference
    }
    return { outcome: "refunded", reference }
  }

function wasPaid({ status }: StoredAttempt): boolean {
  return isCollected(status) || status === "refunded"
}

/** Every caller uses the same key, so that an attempt is refunded once. */
export function refundKey({ attemptId }: Pick<StoredAttempt, "attemptId">): string {
  return `${attemptId}/refund`
}

async function refundAttempt(
  deps: PaymentDeps,
  intent: StoredIntent,
  { attempt, asked }: { attempt: StoredAttempt; asked: RefundRequest },
): Promise<RefundAnswer> {
  if (attempt.status === "refunded") return { outcome: "refunded", reference: attempt.reference }
  const { tenant, intentId } = intent
  const names = { intentId, attemptId: attempt.attemptId }
  await deps.store.write(tenant, (tx) => markSolving(tx, deps, names))
  const answer = await requestRefund(await deps.findProvider(tenant.accountId, attempt.provider ?? ""), {
    ...asked,
    payment: attempt,
    tenders: [{ method: attempt.methodCode, amount: String(attempt.amount) }],
    key: refundKey(attempt),
  })
  if (answer.outcome === "unknown") return answer
  const on = answer.outcome === "refunded" ? "refund confirmed" : "refund refused"
  const learned = answer.outcome === "refused" ? { error: answer.message } : {}
  await deps.store.write(tenant, (tx) => changeAttempt(tx, deps, { ...names, on, learned }))
  return answer
}

/** Without a job of its own: the cancellation repeats it until the answer is known. */
async function markSolving(tx: TenantWrite, deps: PaymentDeps, { intentId, attemptId }: AttemptJob): Promise<void> {
  const intent = await lockIntentWithStores(tx, intentId)
  const attempt = intent?.attempts.find((one) => one.attemptId === attemptId)
  if (!intent || attempt?.status !== "succeeded") return
  const solving = { ...attempt, status: "solving" as const }
  await saveAttempt(tx, solving)
  const attempts = intent.attempts.map((one) => (one.attemptId === attemptId ? solving : one))
  await follow(tx, deps, { ...intent, attempts })
}
