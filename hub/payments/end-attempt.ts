/** Cancels an attempt if its provider does, and requests the refund of a paid one (docs/contract/payments.md#cancel-an-attempt, docs/contract/payments.md#refund-an-attempt). */

import type { Handler } from "../../protocol/http/endpoint.ts"
import type {
  cancelAttempt as cancelEndpoint,
  refundAttempt as refundEndpoint,
} from "../../protocol/http/payment-links.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { isActive } from "../../protocol/rules/payments/charge-states.ts"
import { changeAttempt, follow, refundAttempt } from "./change-attempt.ts"
import { type StoredAttempt, toAnswer } from "./charge.ts"
import { findAttempt, findIntent } from "./charges-store.ts"
import type { PaymentDeps } from "./deps.ts"
import { lockIntentWithStores } from "./lock-charge.ts"
import { requestCancel } from "./providers/index.ts"

/** A refusal of the provider leaves the attempt as it is. */
export const cancelAttemptHandler =
  (deps: PaymentDeps): Handler<typeof cancelEndpoint> =>
  async ({ params, caller }) => {
    const attemptId = params.attemptId.toLowerCase()
    const attempt = await deps.store.read(caller, (scope) => findAttempt(scope, attemptId))
    if (!attempt) return unknownAttempt(attemptId)
    if (!isActive(attempt.status)) return standsIn(attempt, "only an active one is cancelled")
    if (attempt.status === "created" || !attempt.provider) {
      return standsIn(attempt, "cancellation does not apply before its link waits for payment")
    }
    const answer = await requestCancel(await deps.findProvider(caller.accountId, attempt.provider), attempt)
    if (answer.outcome === "refused") return refuse("CONFLICT", answer.message, { data: { status: attempt.status } })
    if (answer.outcome === "unknown")
      return refuse("SERVICE_UNAVAILABLE", `No answer of the provider: ${answer.message}`)
    const { intentId } = attempt
    const intent = await deps.store.write(caller, async (tx) => {
      const moved = await changeAttempt(tx, deps, { intentId, attemptId, on: "cancel accepted by the provider" })
      return moved ?? (await findIntent(tx, intentId))
    })
    return intent ? { status: 200, data: { intent: toAnswer(intent) } } : unknownAttempt(attemptId)
  }

/** The answer is `solving`; `refunded` follows when the provider confirms. */
export const refundAttemptHandler =
  (deps: PaymentDeps): Handler<typeof refundEndpoint> =>
  ({ params, caller }) =>
    deps.store.write(caller, async (tx) => {
      const attemptId = params.attemptId.toLowerCase()
      const known = await findAttempt(tx, attemptId)
      const intent = known && (await lockIntentWithStores(tx, known.intentId))
      const attempt = intent?.attempts.find((one) => one.attemptId === attemptId)
      if (!intent || !attempt) return unknownAttempt(attemptId)
      if (attempt.status !== "succeeded") return standsIn(attempt, "only a paid one is refunded")
      const back = await follow(tx, deps, await refundAttempt(tx, deps, intent, [attempt]))
      return { status: 200 as const, data: { intent: toAnswer(back) } }
    })

function standsIn({ status }: StoredAttempt, why: string): Refusal<"CONFLICT"> {
  return refuse("CONFLICT", `The attempt is ${status}: ${why}.`, { data: { status } })
}

function unknownAttempt(attemptId: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is no attempt ${attemptId}.`)
}
