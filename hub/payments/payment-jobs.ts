/** The job kinds of payment links: ask a provider again for a link, refund money, answer a store's request for a link. */
import { doubling, type RetryPolicy } from "../../protocol/rules/queue/retry.ts"
import type { PaymentUnplaced } from "../../protocol/shapes/charge.ts"
import type { ExternalJobKind, Job, JobEnd, JobKinds, TransactionalJobKind } from "../queue/index.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"
import { changeAttempt } from "./change-attempt.ts"
import { findIntent } from "./charges-store.ts"
import { cancelLink, closeCharge } from "./close-charge.ts"
import {
  type AttemptJob,
  CANCEL_JOB,
  CLOSE_JOB,
  type CloseJob,
  LINK_JOB,
  PAYMENT_IN_DOUBT_JOB,
  type PaymentDeps,
  type PaymentInDoubtJob,
  REFUND_JOB,
  STORE_JOB,
  UNPLACED_JOB,
} from "./deps.ts"
import { answerStore, returnUnplaced, type StoreRequestDeps } from "./handle-store-request.ts"
import { lockStoreLogsOfOrders } from "./lock-charge.ts"
import { requestRefund } from "./providers/index.ts"
import { refundKey } from "./refund-order.ts"
import { requestLink } from "./request-link.ts"
import { resolvePaymentInDoubt } from "./resolve-payment-in-doubt.ts"

/** A guest waits for a link for some minutes, so later attempts are of no use. */
const LINK_RETRY: RetryPolicy = { waitsMs: doubling({ fromMs: 2_000, toMs: 60_000, waits: 9 }), jitter: 0.2 }
/** A refund is tried for days. */
const REFUND_RETRY: RetryPolicy = { waitsMs: doubling({ fromMs: 2_000, toMs: 4 * 3_600_000, waits: 40 }), jitter: 0.2 }
/** The link of a closed order. After some hours it has expired by itself, and money that comes later is refunded. */
const CANCEL_RETRY: RetryPolicy = { waitsMs: doubling({ fromMs: 2_000, toMs: 3_600_000, waits: 16 }), jitter: 0.2 }
/** An order that was paid in part is closed within hours, or at the end of its day. */
const DOUBT_RETRY: RetryPolicy = { waitsMs: doubling({ fromMs: 30_000, toMs: 1_800_000, waits: 150 }), jitter: 0.2 }
/** A guest stands at the register, so a store's request is answered now or not at all. */
const STORE_RETRY: RetryPolicy = { waitsMs: [500, 1_000], jitter: 0.2 }

const DONE: JobEnd = { is: "processed", result: null }
const SILENT = "The payment provider did not answer."

export function paymentJobKinds(deps: PaymentDeps): JobKinds {
  return {
    [LINK_JOB]: linkKind(deps),
    [REFUND_JOB]: refundKind(deps),
    [STORE_JOB]: storeKind(deps),
    [UNPLACED_JOB]: unplacedKind(deps),
    [CLOSE_JOB]: closeKind(deps),
    [CANCEL_JOB]: cancelKind(deps),
    [PAYMENT_IN_DOUBT_JOB]: doubtKind(deps),
  }
}

function linkKind(deps: PaymentDeps): ExternalJobKind<AttemptJob> {
  return {
    retry: LINK_RETRY,
    async onDead(tx, job: Job<AttemptJob>) {
      const learned = { error: SILENT }
      await changeAttempt(tx, deps, { ...job.body, on: "creation failed or rejected", learned })
    },
    async run({ tenant, body }) {
      const outcome = await requestLink(deps, tenant, body)
      return { end: outcome.is === "asked" ? DONE : { is: "retry", error: outcome.message } }
    },
  }
}

function refundKind(deps: PaymentDeps): ExternalJobKind<AttemptJob> {
  return {
    retry: REFUND_RETRY,
    async onDead(_tx, job: Job<AttemptJob>, error) {
      deps.log.error({ attemptId: job.body.attemptId, error }, "a refund was asked for days; people must look at it")
    },
    async run({ tenant, body }) {
      const answer = await askBack(deps, tenant, body)
      if (answer === null) return { end: { is: "ignored", result: null } }
      if (answer.outcome === "unknown") return { end: { is: "retry", error: answer.message } }
      const on = answer.outcome === "refunded" ? "refund confirmed" : "refund refused"
      const learned = answer.outcome === "refused" ? { error: answer.message } : {}
      if (answer.outcome === "refused") deps.log.error({ ...body, answer }, "a refund of a payment link was refused")
      return { end: DONE, write: async (tx) => void (await changeAttempt(tx, deps, { ...body, on, learned })) }
    },
  }
}

async function askBack(deps: PaymentDeps, tenant: Tenant, { intentId, attemptId }: AttemptJob) {
  const intent = await deps.store.read(tenant, (scope) => findIntent(scope, intentId))
  const attempt = intent?.attempts.find((one) => one.attemptId === attemptId)
  if (!intent || attempt?.status !== "solving") return null
  return requestRefund(await deps.findProvider(tenant.accountId, attempt.provider ?? ""), {
    order: null,
    payment: attempt,
    tenders: [{ method: attempt.methodCode, amount: String(attempt.amount) }],
    currencyCode: intent.currency,
    reason: "refund of a payment link",
    key: refundKey(attempt),
    context: {},
  })
}

function unplacedKind(deps: PaymentDeps): TransactionalJobKind<PaymentUnplaced> {
  return {
    retry: REFUND_RETRY,
    async apply(tx, { body }) {
      await returnUnplaced(tx, deps, body)
      return DONE
    },
    lockFirst: lockStoresOfJobs,
  }
}

function closeKind(deps: PaymentDeps): TransactionalJobKind<CloseJob> {
  return {
    retry: REFUND_RETRY,
    async apply(tx, { body }) {
      await closeCharge(tx, deps, body)
      return DONE
    },
    lockFirst: lockStoresOfJobs,
  }
}

function doubtKind(deps: PaymentDeps): TransactionalJobKind<PaymentInDoubtJob> {
  return {
    retry: DOUBT_RETRY,
    async onDead(_tx, { body }: Job<PaymentInDoubtJob>, error) {
      deps.log.error({ ...body, error }, "money that came by link has waited for days; people must look at it")
    },
    apply: (tx, { body }) => resolvePaymentInDoubt(tx, deps, body),
    lockFirst: lockStoresOfJobs,
  }
}

function lockStoresOfJobs(tx: TenantWrite, jobs: readonly Job<{ readonly externalOrderId: string }>[]) {
  return lockStoreLogsOfOrders(
    tx,
    jobs.map(({ body }) => body.externalOrderId),
  )
}

function cancelKind(deps: PaymentDeps): ExternalJobKind<AttemptJob> {
  return { retry: CANCEL_RETRY, run: ({ tenant, body }) => cancelLink(deps, tenant, body) }
}

function storeKind(deps: PaymentDeps): ExternalJobKind<StoreRequestDeps> {
  return {
    retry: STORE_RETRY,
    async run({ tenant, body }) {
      return { end: DONE, write: await answerStore(deps, tenant, body) }
    },
  }
}
