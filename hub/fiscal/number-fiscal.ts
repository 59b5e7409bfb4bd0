/**
 * Numbers an order's document at the hub, from a point that is the hub's own (docs/contract/fiscal.md#fiscal-request,
 * docs/contract/fiscal.md#number-a-document, docs/contract/fiscal.md#which-side-numbers).
 */
import type { Handler, RefusalOf } from "../../protocol/http/endpoint.ts"
import { numberFiscal as endpoint } from "../../protocol/http/fiscal.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { type NumberingRequest, readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { numberingFailureOf, storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalRequestOf, withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { refuseIssuedElsewhere, refuseNothingToVoid } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { documentsOf } from "../../protocol/rules/fiscal/order-documents.ts"
import { findNamedStore, storeLookup } from "../../protocol/rules/orders/named-store.ts"
import type { FiscalRecord, NumberingBody } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { RetryTransaction } from "../../runtime/storage/store-errors.ts"
import { type AtStore, atStore, type StoreCaller } from "../enrolment/index.ts"
import { findByExternalId, lockOrder, type StoredOrderRow, updateOrder } from "../orders/index.ts"
import type { HubStore, TenantRead, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { type Downlink, findStore, findStoreByCode, isEnrolled, lockStore, requireStore } from "../tenants/index.ts"
import { drawNumber } from "./draw-number.ts"
import { queueSubmission } from "./queue-submissions.ts"
import { insertRequest, lockRequest, requestsOf, type StoredRequest, saveRequest } from "./requests-store.ts"

interface NumberingDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreCaller
  readonly downlink: Downlink
}

export type NumberInDeps = Pick<NumberingDeps, "ids" | "downlink">

export const numberFiscalHandler =
  (deps: NumberingDeps): Handler<typeof endpoint> =>
  async (request) => {
    const { body, caller } = request
    const number = (isStoreSilent: boolean) =>
      deps.store.write(caller, (tx) => numberIn(tx, deps, { body, isStoreSilent }))
    const answer = await number(false)
    if (!("storeId" in answer)) return answer
    const stores = await deps.line.ask(endpoint, request, answer)
    if (!isRefusal(stores) || stores.refused !== "STORE_UNREACHABLE") return stores
    const own = await number(true)
    return "storeId" in own ? stores : own
  }

type Answer = AtStore | Exclude<Awaited<ReturnType<Handler<typeof endpoint>>>, Refusal> | RefusalOf<typeof endpoint>

interface NumberInput {
  readonly body: NumberingBody
  /** The store was asked first and did not answer: the hub numbers an ISSUE itself. */
  readonly isStoreSilent: boolean
}

/** Locks the store's log and then its row first. Whoever creates an order there at the same time waits, and then finds the number. */
export async function numberIn(
  tx: TenantWrite,
  deps: NumberInDeps,
  { body, isStoreSilent }: NumberInput,
): Promise<Answer> {
  const { operation, orderId } = body
  const isIssue = operation === "ISSUE"
  const store = await placeOf(tx, body)
  if (isRefusal(store)) return store
  await lockStoreLogs(tx, [store.id])
  await lockStore(tx, store.id)
  const known = await findByExternalId(tx, orderId)
  const kept = known && (await lockOrder(tx, known.order.id))
  const requests = await requestsOf(tx, orderId)
  const records = requests.map(({ record }) => record)
  const { invoice, note } = documentsOf(records, kept?.order ?? null)
  if (isIssue && invoice) return answerOf(await requireStore(tx, invoice.storeId), invoice, true)
  if (kept?.home === "store" && !(isIssue && isStoreSilent)) return atStore(kept.order.storeId)
  if (!isIssue && note) return answerOf(await requireStore(tx, note.storeId), note, true)
  // The store has numbered it, and its order has not arrived yet: the store owns the order.
  if (!isIssue && records.some(isStoresInvoice)) return atStore(store.id)
  const refusal = isIssue ? null : refuseNothingToVoid(invoice, orderId)
  if (refusal) return refusal
  if (isIssue && kept?.order.status === "CANCELLED") return cancelled(kept.order)
  const twice = isIssue && kept ? refuseIssuedElsewhere(kept.order) : null
  if (twice) return twice
  if (kept && kept.order.storeId !== store.id) return invalid({ path: "store", message: "is not the order's store" })
  const asked = readNumbering(body, { invoice, store })
  if (isRefusal(asked)) return asked
  if (isIssue && !isStoreSilent && (await canStoreNumber(tx, store))) return atStore(store.id)
  const earlier = requests.find(({ record }) => record.operation === operation && record.side === "hub")
  const record = await draw(tx, deps, { asked, store, kept, earlier: earlier ?? null })
  return answerOf(store, record, earlier !== undefined)
}

function isStoresInvoice({ operation, side, requestStatus }: FiscalRecord): boolean {
  return operation === "ISSUE" && side === "appliance" && requestStatus === "GENERATED"
}

/** A box with points of its own is asked first: it may be numbering the same sale at this moment. */
async function canStoreNumber(tx: TenantWrite, store: Store): Promise<boolean> {
  const hasPoint = storeFiscal(store)?.points?.some(({ side }) => side === "appliance") === true
  return hasPoint && (await isEnrolled(tx.system, store.id))
}

interface DrawInput {
  readonly asked: NumberingRequest
  readonly store: Store
  readonly kept: StoredOrderRow | null
  /** A request that failed is tried again under its own id. */
  readonly earlier: StoredRequest | null
}

async function draw(tx: TenantWrite, deps: NumberInDeps, { asked, store, kept, earlier }: DrawInput) {
  const requestId = earlier?.record.fiscalRequestId ?? deps.ids.uuid()
  const record = await drawNumber(tx, asked, { store, side: "hub", mode: "NORMAL", requestId, now: tx.now })
  const submission = record.requestStatus === "GENERATED" ? "waiting" : "none"
  const request: StoredRequest = { record, orderId: kept?.order.id ?? null, eventId: null, submission, flag: null }
  // Two stores may be asked for one number. The second transaction runs again and finds the other's number.
  if (!(await (earlier ? replaceFailed(tx, request) : insertRequest(tx, request))))
    throw new RetryTransaction(`${asked.orderId} was numbered in another store`)
  await recordNumber(tx, deps, { request, kept, store })
  return record
}

/** Returns false if the request has got a number since it was read. */
async function replaceFailed(tx: TenantWrite, request: StoredRequest): Promise<boolean> {
  const locked = await lockRequest(tx, request.record.fiscalRequestId)
  if (locked?.record.requestStatus === "GENERATED") return false
  await saveRequest(tx, request)
  return true
}

/** Updates the order if the hub owns it, and sends the number to a store with a box. */
async function recordNumber(
  tx: TenantWrite,
  { ids, downlink }: NumberInDeps,
  { request, kept, store }: { request: StoredRequest; kept: StoredOrderRow | null; store: Store },
): Promise<void> {
  const { record, submission } = request
  if (kept?.home === "hub") {
    const records = (await requestsOf(tx, record.orderId)).map((one) => one.record)
    const order = withNumbering(kept.order, records, "fiscal.numbered")
    const changed = { ...order, updatedAt: tx.now, sequence: order.sequence + 1 }
    await updateOrder(tx, { ...kept, order: changed }, "hub")
    if (submission === "waiting")
      await queueSubmission(tx, ids, { fiscalRequestId: record.fiscalRequestId, order: changed })
  }
  if (await isEnrolled(tx.system, store.id)) {
    await downlink.append(tx.system, store.id, { kind: "fiscal.numbered", body: { record } })
  }
}

/** The store that is named; else that of the order, or of the invoice that is to be voided. */
async function placeOf(
  tx: TenantRead,
  { store: named = {}, orderId }: NumberingBody,
): Promise<Store | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  const { id, code } = storeLookup(named)
  if (id === undefined && code === undefined) {
    const order = await findByExternalId(tx, orderId)
    const storeId = order?.order.storeId ?? (await requestsOf(tx, orderId))[0]?.record.storeId
    if (storeId !== undefined) return requireStore(tx, storeId)
  }
  const found = (id === undefined ? await findStoreByCode(tx, code ?? "") : await findStore(tx, id)) ?? undefined
  return findNamedStore(named, { byId: () => found, byCode: () => found })
}

function cancelled({ orderExternal, status }: OrderRecord) {
  return refuse("CONFLICT", `The order ${orderExternal} is cancelled: nothing is invoiced for it.`, {
    data: { orderStatus: status },
  })
}

/** `reused`: the request repeats an earlier one, also if the earlier one had failed. */
function answerOf(store: Store, record: FiscalRecord, reused: boolean): Exclude<Answer, AtStore | Refusal> {
  const data = fiscalRequestOf(record, { reused, policy: numberingFailureOf(store) })
  return reused ? { status: 200, data } : { status: 201, data }
}
