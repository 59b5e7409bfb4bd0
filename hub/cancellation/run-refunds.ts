/** Completes refunds: calls the providers outside any transaction, and again while the answer is unknown, also after a crash. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Refund } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Clock } from "../../runtime/clock.ts"
import { repeat } from "../../runtime/repeat.ts"
import { findByExternalId } from "../orders/index.ts"
import type { RefundOrder } from "../payments/index.ts"
import type { RefundAnswer } from "../payments/providers/index.ts"
import { endRefund, type FinishRefundInput, isKnownAtStore, withdrawLock } from "./finish-refund.ts"
import {
  addDone,
  type ClaimedRefund,
  claimRefund,
  dueRefunds,
  type MoneyToRefund,
  type StoredRefund,
} from "./refunds-store.ts"

const SWEEP_EVERY_MS = 15_000
const SWEEP_BATCH_MAX = 100
/** The lease of a claimed refund. It doubles with each attempt. */
const LEASE_MS = 60_000
const LEASE_MAX_MS = 6 * 3_600_000
/** A lease that ends so much after the longest one was written by a clock that has been set back since. */
const CLOCK_AHEAD_MAX_MS = 3_600_000
/** How often a caller's request asks whether the store has applied the refund's end, before it is answered all the same. */
const KNOWN_POLLS_MAX = 100
const KNOWN_POLL_MS = 25

export interface RefundDeps extends FinishRefundInput {
  readonly clock: Clock
  readonly refundOrder: RefundOrder
}

export type RefundEnd =
  | { readonly outcome: "refunded" | "unknown" }
  | { readonly outcome: "refused"; readonly message: string }

export interface Refunds {
  /** The end of the lease of a new refund. */
  lease(): string
  drive(refund: StoredRefund): Promise<RefundEnd>
  /** Continues every refund whose lease has ended. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createRefunds(deps: RefundDeps): Refunds {
  const { log, clock } = deps
  const whenFailed = "refunds could not be swept; it is tried again"
  const sweeps = repeat({ name: "refunds", everyMs: SWEEP_EVERY_MS, atStart: true, log, whenFailed }, () =>
    sweepOnce(deps),
  )
  return {
    lease: () => leaseUntil(clock, 0),
    drive: (refund) => drive(deps, refund),
    sweep: sweeps.round,
    start: sweeps.start,
    stop: sweeps.stop,
  }
}

async function sweepOnce(deps: RefundDeps): Promise<void> {
  const { store, clock, log } = deps
  const { dialect } = store
  const beyond = new Date(clock.ms() + LEASE_MAX_MS + CLOCK_AHEAD_MAX_MS).toISOString()
  const claim = { beyond, dialect, until: (attempts: number) => leaseUntil(clock, attempts) }
  for (const id of await store.system.read((scope) => dueRefunds(scope, { beyond, limit: SWEEP_BATCH_MAX }))) {
    const refund = await store.system.write((scope) => claimRefund(scope, id, claim))
    if (!refund) continue
    log.warn({ refundId: id, state: refund.state, attempts: refund.attempts }, "a refund is taken up again")
    await takeUp(deps, refund).catch((error) => log.error({ err: error, refundId: id }, "a refund was not ended"))
  }
}

async function takeUp(deps: RefundDeps, refund: ClaimedRefund): Promise<void> {
  if (refund.state === "holding" || refund.state === "unsure") return withdrawLock(deps, refund)
  if (refund.state === "asking") return void (await drive(deps, refund))
  const { outcome } = refund.record
  if (outcome && !(await isKnownAtStore(deps, refund))) await endRefund(deps, refund, outcome)
}

async function drive(deps: RefundDeps, refund: StoredRefund): Promise<RefundEnd> {
  const order = await deps.store.read(refund.tenant, (scope) => findByExternalId(scope, refund.externalId))
  if (!order) return { outcome: "unknown" }
  let now = refund
  for (const [provider, tenders] of byProvider(refund.record.money)) {
    if (tenders.every(({ method }) => now.record.done.some((refunded) => refunded.method === method))) continue
    const answer = await ask(deps, { refund: now, order: order.order, provider, tenders })
    if (answer.outcome === "refunded") {
      const kept = await keepDone(deps, now, { tenders, reference: answer.reference })
      if (!kept) return takenUp(deps, refund)
      now = kept
    } else if (answer.outcome === "refused" && now.record.done.length === 0) {
      return (await end(deps, now, "refused")) ? answer : takenUp(deps, refund)
    } else {
      // A part of the money is refunded and the rest must follow, so even a refusal is tried again, and it is logged.
      deps.log.error({ refundId: refund.id, provider, answer }, "a refund is not made yet; it is asked for again")
      return { outcome: "unknown" }
    }
  }
  return (await end(deps, now, "refunded")) ? { outcome: "refunded" } : takenUp(deps, refund)
}

/** This process was paused for longer than its lease, so another process continues the refund. */
function takenUp({ log }: RefundDeps, { id }: StoredRefund): RefundEnd {
  log.warn({ refundId: id }, "a refund was taken up by another process")
  return { outcome: "unknown" }
}

async function end(deps: RefundDeps, refund: StoredRefund, outcome: "refunded" | "refused"): Promise<boolean> {
  if (!(await endRefund(deps, refund, outcome))) return false
  const told = { ...refund, record: { ...refund.record, outcome } }
  for (let polls = 0; polls < KNOWN_POLLS_MAX && !(await isKnownAtStore(deps, told)); polls += 1)
    await sleep(KNOWN_POLL_MS)
  return true
}

interface Question {
  readonly refund: StoredRefund
  readonly order: OrderRecord
  readonly provider: string
  readonly tenders: readonly MoneyToRefund[]
}

function ask({ refundOrder }: RefundDeps, { refund, order, provider, tenders }: Question): Promise<RefundAnswer> {
  return refundOrder(refund.tenant, provider, {
    order,
    tenders: tenders.map(({ method, amount }) => ({ method, amount })),
    currencyCode: order.currencyCode,
    reason: refund.record.cancellation.reason,
    key: `${refund.id}/${provider}`,
    context: refund.record.context,
  })
}

/** Saves what was refunded before the next provider is called; null when another process has the refund now. */
function keepDone(
  { store }: RefundDeps,
  refund: StoredRefund,
  { tenders, reference }: { tenders: readonly MoneyToRefund[]; reference: string | null },
): Promise<StoredRefund | null> {
  const made = tenders.map(({ method, amount }): Refund => ({ method, amount, by: "provider", reference }))
  return store.write(refund.tenant, (tx) => addDone(tx, refund, made))
}

function byProvider(money: readonly MoneyToRefund[]): Map<string, MoneyToRefund[]> {
  const found = new Map<string, MoneyToRefund[]>()
  for (const row of money) {
    if (row.provider !== null) found.set(row.provider, [...(found.get(row.provider) ?? []), row])
  }
  return found
}

function leaseUntil(clock: Clock, attempts: number): string {
  return new Date(clock.ms() + Math.min(LEASE_MS * 2 ** attempts, LEASE_MAX_MS)).toISOString()
}
