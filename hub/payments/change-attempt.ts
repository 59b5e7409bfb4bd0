/** Changes an attempt's status by its transition table, in one transaction with all that follows: charge, order, refunds, store log. */
import { dateByCutoff } from "../../protocol/rules/business-day/business-day.ts"
import { placeCharge } from "../../protocol/rules/payments/charge-placement.ts"
import { paidOf } from "../../protocol/rules/payments/charge-rollup.ts"
import { type AttemptTrigger, hasRefusedRefund, stepAttempt } from "../../protocol/rules/payments/charge-states.ts"
import { recordLinkRefunds } from "../../protocol/rules/payments/link-refunds.ts"
import { isFullyRefunded } from "../../protocol/rules/payments/refund-sale.ts"
import { noteUnreturnedLinks } from "../../protocol/rules/payments/unreturned-links.ts"
import type { ChargeAttempt } from "../../protocol/shapes/charge.ts"
import { addDays } from "../../protocol/time.ts"
import { findDay } from "../business-day/index.ts"
import { queueCreditNote } from "../fiscal/index.ts"
import { findByExternalId, lockOrder, updateOrder, withKitchen } from "../orders/index.ts"
import { enqueue } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { isEnrolled, requireStore } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { type StoredAttempt, type StoredIntent, tendersDue, toAnswer } from "./charge.ts"
import { saveAttempt, saveIntent } from "./charges-store.ts"
import { type AttemptJob, type ChangeDeps, REFUND_JOB } from "./deps.ts"
import { lockIntentWithStores } from "./lock-charge.ts"
import { isPaymentInDoubt, watchPaymentInDoubt } from "./watch-payment-in-doubt.ts"

type Learned = Partial<Pick<StoredAttempt, "link" | "reference" | "error" | "paidAt">>

interface AttemptChange extends AttemptJob {
  readonly on: AttemptTrigger
  readonly learned?: Learned
}

/** Null when the table has no such transition: then only newly learned ids of the payment are saved. */
export async function changeAttempt(
  tx: TenantWrite,
  deps: ChangeDeps,
  change: AttemptChange,
): Promise<StoredIntent | null> {
  const { intentId, attemptId, on, learned = {} } = change
  const intent = await lockIntentWithStores(tx, intentId)
  const attempt = intent?.attempts.find((one) => one.attemptId === attemptId)
  if (!intent || !attempt) return null
  const status = stepAttempt(attempt.status, on)
  if (status === null) {
    const { link = attempt.link, reference = attempt.reference } = learned
    await saveAttempt(tx, { ...attempt, link, reference })
    return null
  }
  const next: StoredAttempt = { ...attempt, error: status === "succeeded" ? null : attempt.error, ...learned, status }
  await saveAttempt(tx, next)
  const moved = withAttempt(intent, next)
  if (on !== "provider approved") return follow(tx, deps, moved)
  const kept = await follow(tx, deps, await collected(tx, deps, moved, next))
  if (isPaymentInDoubt(kept)) await watchPaymentInDoubt(tx, deps, kept)
  return kept
}

/** Refunds money beyond the total, from a second link that was paid as well. */
async function collected(
  tx: TenantWrite,
  deps: ChangeDeps,
  intent: StoredIntent,
  paid: StoredAttempt,
): Promise<StoredIntent> {
  if (paidOf(intent.attempts) <= intent.total) return intent
  deps.log.warn({ intentId: intent.intentId, attemptId: paid.attemptId }, "more was paid than is due; it goes back")
  return refundAttempt(tx, deps, intent, [paid])
}

/** Saves the charge, settles its order and notifies its store, by the attempts as they are now. */
export async function follow(tx: TenantWrite, deps: ChangeDeps, intent: StoredIntent): Promise<StoredIntent> {
  const open = intent.placed === "no" || intent.placed === "waiting"
  const kept = open && tendersDue(intent).length > 0 ? await place(tx, deps, intent) : intent
  await saveIntent(tx, kept)
  await noteRefunds(tx, deps, kept)
  await tellStore(tx, deps, kept)
  return kept
}

/** Records made and refused refunds at an order whose home is the hub. A store gets the attempts and records them itself. */
async function noteRefunds(tx: TenantWrite, { ids }: Pick<ChangeDeps, "ids">, intent: StoredIntent): Promise<void> {
  if (!intent.attempts.some((attempt) => hasRefusedRefund(attempt) || attempt.status === "refunded")) return
  const known = await findByExternalId(tx, intent.externalOrderId)
  const kept = known && (await lockOrder(tx, known.order.id))
  if (kept?.home !== "hub") return
  const heard = { intent: toAnswer(intent), now: tx.now }
  const noted = noteUnreturnedLinks(kept.order, heard) ?? kept.order
  const businessDayDate = await refundDay(tx, noted.storeId)
  const providers = providersOf(intent)
  const providerOf = ({ attemptId }: ChargeAttempt) => providers[attemptId] ?? null
  const refunded = recordLinkRefunds(noted, { ...heard, businessDayDate, providerOf })
  const order = refunded ?? noted
  if (order !== kept.order) await updateOrder(tx, { ...kept, order }, "hub")
  if (refunded && isFullyRefunded(refunded)) await queueCreditNote(tx, ids, refunded)
}

/** The business day of a store without a box. A day close is never edited, so later money belongs to the next date. */
async function refundDay(tx: TenantWrite, storeId: string): Promise<string> {
  const today = dateByCutoff(tx.now, await requireStore(tx, storeId))
  return (await findDay(tx, storeId, today))?.status === "closed" ? addDays(today, 1) : today
}

function providersOf({ attempts }: StoredIntent): Record<string, string> {
  return Object.fromEntries(
    attempts.flatMap(({ attemptId, provider }) => (provider === null ? [] : [[attemptId, provider]])),
  )
}

/** Settles an order whose home is the hub. A store settles its own when it receives the charge. */
async function place(tx: TenantWrite, deps: ChangeDeps, intent: StoredIntent): Promise<StoredIntent> {
  const known = await findByExternalId(tx, intent.externalOrderId)
  const kept = known && (await lockOrder(tx, known.order.id))
  if (kept?.home !== "hub") return { ...intent, placed: "waiting" }
  const placement = placeCharge(kept.order, tendersDue(intent), tx.now)
  if (placement.is === "settled") {
    const sent = await withKitchen(tx, deps, { change: placement.change })
    await updateOrder(tx, { ...kept, order: sent.order }, "hub")
    await recordEvents(tx, deps.ids, sent)
    return { ...intent, placed: "settled" }
  }
  if (placement.is === "known") return { ...intent, placed: "settled" }
  if (placement.is === "unplaced") return refundUnplaced(tx, deps, intent)
  return paymentUnplaceable(deps, intent, placement.why)
}

/** The money is kept: the register may send it with other tenders, or a person must decide. */
export function paymentUnplaceable({ log }: Pick<ChangeDeps, "log">, intent: StoredIntent, why: string): StoredIntent {
  log.error({ intentId: intent.intentId, why }, "a charge was paid and does not fit its order")
  return { ...intent, placed: "unfit" }
}

/** The order cannot take the money any more, so all of it is refunded. */
export async function refundUnplaced(tx: TenantWrite, deps: ChangeDeps, intent: StoredIntent): Promise<StoredIntent> {
  deps.log.warn({ intentId: intent.intentId }, "a charge was paid for an order that is closed; its money goes back")
  const paid = intent.attempts.filter(({ status }) => status === "succeeded")
  return { ...(await refundAttempt(tx, deps, intent, paid)), placed: "returned" }
}

export async function refundAttempt(
  tx: TenantWrite,
  { ids }: Pick<ChangeDeps, "ids">,
  intent: StoredIntent,
  paid: readonly StoredAttempt[],
): Promise<StoredIntent> {
  let next = intent
  for (const attempt of paid) {
    const status = stepAttempt(attempt.status, "refund asked")
    if (status === null) continue
    const back = { ...attempt, status }
    await saveAttempt(tx, back)
    const body: AttemptJob = { intentId: intent.intentId, attemptId: attempt.attemptId }
    await enqueue(tx, ids, { kind: REFUND_JOB, lane: `charge/${intent.intentId}`, body })
    next = withAttempt(next, back)
  }
  return next
}

async function tellStore(
  tx: TenantWrite,
  { downlink }: Pick<ChangeDeps, "downlink">,
  intent: StoredIntent,
): Promise<void> {
  if (!(await isEnrolled(tx.system, intent.storeId))) return
  const { externalOrderId, placed } = intent
  const tenders = placed === "waiting" ? tendersDue(intent) : []
  const isRefunded = intent.attempts.some(({ status }) => status === "refunded")
  const providers = isRefunded ? { providers: providersOf(intent) } : {}
  const body = { externalOrderId, intent: toAnswer(intent), fault: null, tenders, ...providers }
  await downlink.append(tx.system, intent.storeId, { kind: "payment.heard", body })
}

function withAttempt(intent: StoredIntent, attempt: StoredAttempt): StoredIntent {
  const attempts = intent.attempts.map((one) => (one.attemptId === attempt.attemptId ? attempt : one))
  return { ...intent, attempts }
}
