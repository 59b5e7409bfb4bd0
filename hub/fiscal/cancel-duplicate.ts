/**
 * Cancels the second number of a sale that hub and store both numbered (docs/contract/fiscal.md#which-side-numbers). A job sends its document
 * to the authority, and then a credit note from a point of the hub. The order keeps its other document, and the back office gets an action item.
 */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { voids } from "../../protocol/rules/fiscal/order-documents.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findByExternalId, lockOrder } from "../orders/index.ts"
import { enqueue, type JobEnd, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogs, lockStoreLogsOfJobs } from "../sync/index.ts"
import { type Downlink, isEnrolled, lockStore } from "../tenants/index.ts"
import { drawNumber } from "./draw-number.ts"
import { queueSubmission } from "./queue-submissions.ts"
import { insertRequest, lockRequest, requestsOf, type StoredRequest, saveFlag, saveRequest } from "./requests-store.ts"

export const CANCEL_DUPLICATE_JOB = "fiscal.cancel-duplicate"

/** Every flag of this file begins so. Without one of the next two states, a person must start the cancellation again. */
const TWICE = "NUMBERED_TWICE"
/** The cancellation is under way. A person only has to take the paper back. */
const VOIDING = `${TWICE}, VOIDING`
/** The document is cancelled. A person has not yet confirmed that the paper was taken back. */
const VOIDED = `${TWICE}, VOIDED`

const REFUSED: readonly FiscalRecord["documentStatus"][] = ["REJECTED", "DENIED"]
const FINAL: readonly FiscalRecord["documentStatus"][] = [...REFUSED, "CANCELLED"]

/** Whether the flag belongs to a second number, before or after its cancellation. */
export function isTwice(flag: string | null): boolean {
  return flag?.startsWith(TWICE) === true
}

/** Whether the cancellation runs or has ended without a person's help. */
export function isCancelledDuplicate(flag: string): boolean {
  return [VOIDING, VOIDED].some((start) => flag.startsWith(start))
}

/** Adds an error to the flag, so that a person sees both the state and the error. */
export function flagOf(flag: string | null, error: string | null): string | null {
  if (!isTwice(flag)) return error
  if (error === null) return flag
  return `${flag?.startsWith(VOIDING) ? VOIDING : TWICE}: ${error}`
}

interface CancelDuplicateBody {
  readonly fiscalRequestId: string
  readonly storeId: string
}

/** Enqueues the cancellation, in the transaction that decides which document is the order's. A step of a store must not append to the store's log, so a job does it. */
export async function queueCancelDuplicate(
  tx: TenantWrite,
  ids: Ids,
  { request, orderId }: { readonly request: StoredRequest; readonly orderId: string },
): Promise<void> {
  const locked = await lockRequest(tx, request.record.fiscalRequestId)
  if (locked?.flag !== null || FINAL.includes(locked.record.documentStatus)) return
  await begin(tx, ids, { ...locked, orderId })
}

async function begin(tx: TenantWrite, ids: Ids, request: StoredRequest): Promise<void> {
  const { fiscalRequestId, storeId } = request.record
  await saveRequest(tx, { ...request, flag: VOIDING })
  const body: CancelDuplicateBody = { fiscalRequestId, storeId }
  await enqueue(tx, ids, { kind: CANCEL_DUPLICATE_JOB, lane: `fiscal/${storeId}`, body })
}

/** Starts the cancellation again for a person, after an error had stopped it. */
export async function requestVoidDocument(tx: TenantWrite, ids: Ids, fiscalRequestId: string): Promise<Refusal | null> {
  const named = await lockRequest(tx, fiscalRequestId)
  if (named?.record.operation !== "ISSUE" || !isTwice(named.flag)) {
    return refuse("CONFLICT", `${fiscalRequestId} was not numbered twice: an order's own document is voided by CANCEL.`)
  }
  const order = (await findByExternalId(tx, named.record.orderId))?.order
  if (!order) return refuse("CONFLICT", "Its order is not here yet.")
  await begin(tx, ids, { ...named, orderId: order.id })
  return null
}

export interface CancelDuplicateDeps {
  readonly ids: Ids
  readonly downlink: Downlink
}

export function cancelDuplicateKind(deps: CancelDuplicateDeps): TransactionalJobKind<CancelDuplicateBody> {
  return {
    retry: CALLBACK_RETRY,
    apply: (tx, { body }) => cancelDuplicate(tx, deps, body),
    lockFirst: lockStoreLogsOfJobs,
  }
}

async function cancelDuplicate(
  tx: TenantWrite,
  deps: CancelDuplicateDeps,
  { fiscalRequestId, storeId }: CancelDuplicateBody,
): Promise<JobEnd> {
  await lockStoreLogs(tx, [storeId])
  const store = await lockStore(tx, storeId)
  const request = await lockRequest(tx, fiscalRequestId)
  const kept = request?.orderId ? await lockOrder(tx, request.orderId) : null
  if (!store || !request || !kept) return { is: "failed", error: "the document, its order or its store is gone" }
  const { order } = kept
  if (request.submission === "waiting") await queueSubmission(tx, deps.ids, { fiscalRequestId, order })
  const known = noteOf(await requestsOf(tx, request.record.orderId), request)
  const isRefused = REFUSED.includes(request.record.documentStatus)
  if (known?.submission === "waiting")
    await queueSubmission(tx, deps.ids, { fiscalRequestId: known.record.fiscalRequestId, order })
  if (!known && !isRefused) await issueNote(tx, deps, { invoice: request.record, store, order })
  await followVoid(tx, request)
  return { is: "processed", result: { kind: "cancelled", number: request.record.representation.documentNumber } }
}

interface NoteInput {
  readonly invoice: FiscalRecord
  readonly store: Store
  readonly order: OrderRecord
}

async function issueNote(tx: TenantWrite, deps: CancelDuplicateDeps, { invoice, store, order }: NoteInput) {
  const { ids, downlink } = deps
  const { orderId, fiscalRequestId } = invoice
  const flagError = (why: string) =>
    saveFlag(tx, fiscalRequestId, `${TWICE}: no credit note could be numbered (${why})`)
  const numbering = readNumbering({ operation: "CANCEL", orderId }, { invoice, store })
  if (isRefusal(numbering)) throw new Error(numbering.message)
  const taken = (await requestsOf(tx, orderId)).find(({ record: { operation, side } }) => {
    return operation === "CANCEL" && side === "hub"
  })
  if (taken) return flagError("the hub has cancelled another number of this order")
  const record = await drawNumber(tx, numbering, {
    store,
    side: "hub",
    mode: "NORMAL",
    requestId: ids.uuid(),
    now: tx.now,
  })
  const { failure } = record.representation
  if (failure) return flagError(failure.code)
  const note: StoredRequest = { record, orderId: order.id, eventId: null, submission: "waiting", flag: null }
  if (!(await insertRequest(tx, note))) throw new Error(`${orderId} is being voided by somebody else`)
  await queueSubmission(tx, ids, { fiscalRequestId: record.fiscalRequestId, order })
  if (await isEnrolled(tx.system, store.id))
    await downlink.append(tx.system, store.id, { kind: "fiscal.numbered", body: { record } })
}

function noteOf(requests: readonly StoredRequest[], invoice: StoredRequest): StoredRequest | undefined {
  return requests.find(({ record }) => {
    return record.operation === "CANCEL" && record.requestStatus === "GENERATED" && voids(record, invoice.record)
  })
}

/** Updates the flag after the authority has ruled on a document that is being cancelled, or on its credit note. */
export async function followVoid(tx: TenantWrite, { record: ruled }: StoredRequest): Promise<void> {
  const requests = await requestsOf(tx, ruled.orderId)
  const invoice = requests.find(({ record, flag }) => {
    const isNamed = record.fiscalRequestId === ruled.fiscalRequestId || voids(ruled, record)
    return isNamed && record.operation === "ISSUE" && flag?.startsWith(VOIDING)
  })
  if (!invoice) return
  const note = noteOf(requests, invoice)
  const flag = followedFlag(invoice, note)
  if (flag !== null) await saveFlag(tx, invoice.record.fiscalRequestId, flag)
}

/** Returns null while the flag stays as it is. */
function followedFlag({ record }: StoredRequest, note: StoredRequest | undefined): string | null {
  const { documentNumber } = record.representation
  switch (record.documentStatus) {
    case "CANCELLED":
      return `${VOIDED}: ${documentNumber}, by ${note?.record.representation.documentNumber ?? "the authority"}`
    case "REJECTED":
    case "DENIED":
      return `${VOIDED}: ${documentNumber}, which the authority had refused`
    case "ERROR":
      return `${TWICE}: the authority answered with an error; void it again`
    case "AUTHORIZED":
    case "PENDING":
      return note && isFailed(note)
        ? `${TWICE}: the authority refused its credit note (${note.record.documentStatus})`
        : null
  }
}

function isFailed({ record }: StoredRequest): boolean {
  return ["REJECTED", "DENIED", "ERROR"].includes(record.documentStatus)
}
