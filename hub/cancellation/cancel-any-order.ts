/** Cancels an order at its home, and refunds its money (docs/contract/cancellation.md#cancel-an-order, docs/contract/sync.md#one-home-per-order). */
import { cancelOrder as endpoint, lockForRefund } from "../../protocol/http/cancel.ts"
import type { RefusalOf, VendorCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import {
  beginRefund,
  cancelOrder,
  isRepeatedCancellation,
  isSameCancellation,
  paidMoney,
} from "../../protocol/rules/cancellation/cancel-order.ts"
import { decideCancellation, refuseByVerdict } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import { readCancellation } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import {
  ALLOWED_TEXTS,
  type CancelledText,
  cancelledTextOf,
} from "../../protocol/rules/cancellation/cancellation-texts.ts"
import type { Cancellation, CancellationLocale, CancellationRequest } from "../../protocol/shapes/cancellation.ts"
import type { PaymentStatus } from "../../protocol/shapes/order.ts"
import type { FreeForm } from "../../protocol/shapes/scalars.ts"
import type { Ids } from "../../runtime/ids.ts"
import { type AtStore, atStore, type StoreCaller } from "../enrolment/index.ts"
import { queueVoid } from "../fiscal/index.ts"
import { findByExternalId, lockByExternalId, type StoredOrderRow, updateOrder } from "../orders/index.ts"
import { closeChargesOfOrder } from "../payments/index.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import type { ReadPolicy } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { type CancellationFacts, loadCancellationFacts } from "./load-cancellation-facts.ts"
import {
  deleteRefund,
  findRefund,
  insertRefund,
  lockAgain,
  type MoneyToRefund,
  markLocked,
  type RefundRecord,
  type StoredRefund,
  saveRefund,
} from "./refunds-store.ts"
import type { RefundEnd, Refunds } from "./run-refunds.ts"

export interface CancelDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreCaller
  readonly readPolicy: ReadPolicy
  readonly refunds: Refunds
}

export interface CancelRequest {
  readonly caller: VendorCaller
  readonly requestId: string
  /** The order's external id. */
  readonly externalId: string
  readonly request: CancellationRequest
  readonly locale: CancellationLocale
  /** Data that only the provider reads. */
  readonly context?: Readonly<Record<string, unknown>>
}

export interface CancelResult {
  readonly answer: CancelAnswer
  readonly paymentStatus: PaymentStatus
}

interface CancelAnswer {
  readonly message: string
  readonly reasonDetail: string
  readonly resolvedFrom: FreeForm
}

/** The cancellation of every API family. */
export type Cancel = (request: CancelRequest) => Promise<CancelResult | RefusalOf<typeof endpoint>>

type Step =
  | { readonly next: "done"; readonly done: CancelResult }
  | { readonly next: "ask"; readonly at: AtStore }
  | { readonly next: "hold"; readonly at: AtStore; readonly refund: StoredRefund; readonly weighed: CancellationFacts }
  | { readonly next: "refund"; readonly refund: StoredRefund; readonly weighed: CancellationFacts }

export const createCancel =
  (deps: CancelDeps): Cancel =>
  async (request) => {
    const step = await deps.store.write(request.caller, (tx) => decide(tx, deps, request))
    if (isRefusal(step)) return step
    if (step.next === "done") return step.done
    if (step.next === "ask") return askStore(deps, request, step.at)
    const held = step.next === "hold" ? await hold(deps, request, step) : step.refund
    if (isRefusal(held)) return held
    return answerOf(await deps.refunds.drive(held), { refund: held, weighed: step.weighed })
  }

/** One transaction: it refuses, cancels at once, or inserts a refund that names who must be asked. */
async function decide(
  tx: TenantWrite,
  deps: CancelDeps,
  asked: CancelRequest,
): Promise<Step | RefusalOf<typeof endpoint>> {
  const { externalId, request, locale, caller } = asked
  const known = await findByExternalId(tx, externalId)
  // An order whose home is its store is not changed here, and the hub never becomes its home again.
  if (known?.home === "hub") await lockStoreLogs(tx, [known.order.storeId])
  const kept = known && (await lockByExternalId(tx, externalId))
  if (!kept) return refuse("NOT_FOUND", `There is no order ${externalId}.`)
  const { order, home } = kept
  const type = request.cancellationType ?? null
  const weighed = await loadCancellationFacts(tx, order, { readPolicy: deps.readPolicy, asked: { type, locale } })
  const { reasons, providers } = weighed.policy
  const money = paidMoney(order).map((row): MoneyToRefund => ({ ...row, provider: providers.get(row.method) ?? null }))
  const atProvider = order.status === "OPEN" && money.some(({ provider }) => provider !== null)
  const cancellation = readCancellation(request, { channel: order.channel, reasons, by: caller.actor })
  if (!isRefusal(cancellation) && isRepeatedCancellation(order, cancellation)) return answerAgain(weighed)
  if (home === "store" && !atProvider) return { next: "ask", at: atStore(order.storeId, { orderId: externalId }) }
  if (isRefusal(cancellation)) return cancellation
  if (home === "store")
    return beginHold(tx, deps, { asked, kept, weighed, record: recordOf(cancellation, money, asked) })
  const refused = refuseByVerdict(decideCancellation(weighed.question))
  if (refused) return refused
  if (!atProvider) return cancelNow(tx, deps, { kept, cancellation, weighed })
  return markForRefund(tx, deps, { kept, weighed, record: recordOf(cancellation, money, asked) })
}

/** The first answer was lost, so it is given again. */
function answerAgain(weighed: CancellationFacts): Step {
  return { next: "done", done: doneBy(weighed, cancelledTextOf(weighed.question.order)) }
}

async function cancelNow(
  tx: TenantWrite,
  { ids }: CancelDeps,
  { kept, cancellation, weighed }: { kept: StoredOrderRow; cancellation: Cancellation; weighed: CancellationFacts },
): Promise<Step> {
  const change = cancelOrder(kept.order, { cancellation, refunds: [], now: tx.now })
  if (!change) throw new Error(`order ${kept.order.id} was found eligible, and is not`)
  await updateOrder(tx, { ...kept, order: change.order }, "hub")
  await recordEvents(tx, ids, change)
  await closeChargesOfOrder(tx, { ids }, change.order)
  await queueVoid(tx, ids, change.order)
  return { next: "done", done: doneBy(weighed, cancelledTextOf(change.order)) }
}

interface Beginning {
  readonly kept: StoredOrderRow
  readonly weighed: CancellationFacts
  readonly record: RefundRecord
}

async function markForRefund(tx: TenantWrite, deps: CancelDeps, { kept, weighed, record }: Beginning): Promise<Step> {
  const refund = newRefund(tx, deps, { state: "asking", externalId: kept.order.orderExternal, record })
  const { cancellation } = record
  const order = beginRefund(kept.order, { id: refund.id, cancellation, now: tx.now })
  if (!order) throw new Error(`order ${kept.order.id} was found eligible, and has nothing to refund`)
  await updateOrder(tx, { ...kept, order }, "hub")
  if (!(await insertRefund(tx, { ...refund, leaseUntil: deps.refunds.lease() }))) {
    throw new Error(`order ${kept.order.id} is not marked, and has a refund`)
  }
  return { next: "refund", refund, weighed }
}

/** A lock of unknown outcome is requested again with its own id. Any other row is a cancellation that is under way. */
async function beginHold(
  tx: TenantWrite,
  deps: CancelDeps,
  { asked, kept, weighed, record }: Beginning & { asked: CancelRequest },
): Promise<Step | RefusalOf<typeof endpoint>> {
  const at = atStore(kept.order.storeId, { orderId: asked.externalId })
  const running = await findRefund(tx, asked.externalId)
  if (running?.state === "unsure") {
    const isOurs = await lockAgain(tx, running.id, deps.refunds.lease())
    return isOurs ? { next: "hold", at, refund: { ...running, state: "holding" }, weighed } : inProgress(weighed)
  }
  if (running && isMadeFor(running, record)) return { next: "done", done: doneBy(weighed, textAfter(running)) }
  const refund = newRefund(tx, deps, { state: "holding", externalId: asked.externalId, record })
  const isNew = running === null && (await insertRefund(tx, { ...refund, leaseUntil: deps.refunds.lease() }))
  return isNew ? { next: "hold", at, refund, weighed } : inProgress(weighed)
}

/** The money is refunded, and the store has not confirmed it yet. */
function isMadeFor({ state, record }: StoredRefund, { cancellation }: RefundRecord): boolean {
  return state === "telling" && record.outcome === "refunded" && isSameCancellation(record.cancellation, cancellation)
}

function newRefund(
  tx: TenantWrite,
  { ids }: CancelDeps,
  fresh: Pick<StoredRefund, "state" | "externalId" | "record">,
): StoredRefund {
  return { id: ids.uuid(), tenant: tx.tenant, attempts: 0, ...fresh }
}

function recordOf(
  cancellation: Cancellation,
  money: readonly MoneyToRefund[],
  { context = {} }: CancelRequest,
): RefundRecord {
  return { cancellation, money, done: [], outcome: null, context }
}

const GIVEN_UP = "The store answered too late; repeating the same request is safe."

/** Asks the store to check and lock the order. A silent store may have locked it, so the row stays until that is known. */
async function hold(
  { store, line }: CancelDeps,
  request: CancelRequest,
  { at, refund }: { at: AtStore; refund: StoredRefund },
): Promise<StoredRefund | RefusalOf<typeof lockForRefund>> {
  const answer = await line.ask(
    lockForRefund,
    { ...asRequest(request), body: { id: refund.id, request: request.request } },
    at,
  )
  if (!isRefusal(answer)) {
    const isHeld = await store.write(request.caller, (tx) => markLocked(tx, refund.id))
    return isHeld ? { ...refund, state: "asking" } : refuse("STORE_UNREACHABLE", GIVEN_UP)
  }
  await store.write(request.caller, async (tx) => {
    if (answer.refused === "STORE_UNREACHABLE") await saveRefund(tx, { ...refund, state: "unsure" })
    else await deleteRefund(tx, refund.id)
  })
  return answer
}

async function askStore({ line }: CancelDeps, request: CancelRequest, at: AtStore) {
  const answer = await line.ask(endpoint, { ...asRequest(request), body: request.request }, at)
  if (isRefusal(answer)) return answer
  // All that was paid is the store's to refund, so no provider was called.
  return { answer: answer.data, paymentStatus: "CANCELED" as const }
}

function asRequest({ caller, requestId, externalId, locale }: CancelRequest) {
  return { caller, requestId, params: { orderId: externalId }, query: { locale } }
}

function answerOf(end: RefundEnd, { refund, weighed }: { refund: StoredRefund; weighed: CancellationFacts }) {
  if (end.outcome === "refused") {
    return refuse("REFUND_FAILED", end.message, { data: { resolvedFrom: { source: "provider" } } })
  }
  return end.outcome === "refunded" ? doneBy(weighed, textAfter(refund)) : inProgress(weighed)
}

function inProgress({ question }: CancellationFacts): RefusalOf<typeof endpoint> {
  const { order } = question
  const cancelling = { id: order.id, at: question.now, cancellation: NOBODYS }
  const refused = refuseByVerdict(decideCancellation({ ...question, order: { ...order, cancelling } }))
  if (!refused) throw new Error("a marked order was found eligible")
  return refused
}

const NOBODYS: Cancellation = { reason: "", type: null, note: null, group: "other", by: "" }

/** The providers have refunded their part. The store must still refund what no provider took. */
function textAfter({ record }: StoredRefund): CancelledText {
  return record.money.every(({ provider }) => provider !== null) ? "refunded" : "toReturn"
}

function doneBy({ question }: CancellationFacts, text: CancelledText): CancelResult {
  const rulesChecked = question.rules.map(({ id }) => id)
  return {
    answer: { ...ALLOWED_TEXTS[text][question.locale], resolvedFrom: { source: "default", rulesChecked } },
    paymentStatus: text === "refunded" ? "REFUNDED" : "CANCELED",
  }
}
