/**
 * Voids a number that the hub gave to a sale which the store has numbered as well: the document is given to the authority, and once it
 * stands there, its credit note. The order keeps the store's document and hears nothing of it.
 */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findByExternalId } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStore } from "../tenants/index.ts"
import { drawNumber } from "./draw-number.ts"
import { TWICE } from "./link-order.ts"
import { queueSubmission } from "./queue-submissions.ts"
import { insertRequest, lockRequest, requestsOf, type StoredRequest, saveFlag, saveRequest } from "./requests-store.ts"
import { SETTLED } from "./stuck-documents-store.ts"

/** On its way to be voided: the authority's word moves it on. */
export const VOID_JOB = "NUMBERED_TWICE, VOIDING"

/** Whether the flag is of a document that was numbered twice, also once it is being voided. */
export function isTwice(flag: string | null): boolean {
  return flag?.startsWith(TWICE) === true
}

/** A trouble on the way is shown beside what is being done. */
export function flagOf(flag: string | null, trouble: string | null): string | null {
  if (!isTwice(flag)) return trouble
  const standing = flag?.startsWith(VOID_JOB) ? VOID_JOB : TWICE
  return trouble === null ? standing : `${standing}: ${trouble}`
}

/** By a person's word; what follows comes by itself. */
export async function requestVoidDocument(tx: TenantWrite, ids: Ids, fiscalRequestId: string): Promise<Refusal | null> {
  const named = await lockRequest(tx, fiscalRequestId)
  if (named?.record.side !== "hub" || named.record.operation !== "ISSUE" || !isTwice(named.flag)) {
    return refuse("CONFLICT", `${fiscalRequestId} was not numbered twice: an order's own document is voided by CANCEL.`)
  }
  const order = (await findByExternalId(tx, named.record.orderId))?.order
  if (!order) return refuse("CONFLICT", "Its order is not here yet.")
  const request = { ...named, orderId: order.id, flag: VOID_JOB }
  await saveRequest(tx, request)
  if (request.submission === "waiting") await queueSubmission(tx, ids, { fiscalRequestId, order })
  else await followVoid(tx, ids, request)
  return null
}

/** After the authority's word on a document of the hub's. */
export async function followVoid(tx: TenantWrite, ids: Ids, { record: spoken }: StoredRequest): Promise<void> {
  const own = (await requestsOf(tx, spoken.orderId)).filter(({ record }) => record.side === "hub")
  const invoice = own.find(({ record, flag }) => record.operation === "ISSUE" && flag?.startsWith(VOID_JOB))
  if (!invoice) return
  const note = own.find(({ record }) => record.operation === "CANCEL" && record.requestStatus === "GENERATED")
  const flag = (text: string) => saveFlag(tx, invoice.record.fiscalRequestId, text)
  switch (invoice.record.documentStatus) {
    case "AUTHORIZED":
      if (!note) return issueNote(tx, ids, invoice)
      if (isFailed(note)) await flag(`${TWICE}: the authority refused its credit note (${note.record.documentStatus})`)
      return
    case "CANCELLED":
      return flag(`${SETTLED} ${tx.now}: voided by its credit note ${note?.record.representation.documentNumber ?? ""}`)
    case "REJECTED":
    case "DENIED":
      return flag(`${SETTLED} ${tx.now}: the authority refused the document, so that nothing stands`)
    case "ERROR":
      return flag(`${TWICE}: the authority answered with an error; void it again`)
    case "PENDING":
  }
}

function isFailed({ record }: StoredRequest): boolean {
  return ["REJECTED", "DENIED", "ERROR"].includes(record.documentStatus)
}

async function issueNote(tx: TenantWrite, ids: Ids, invoice: StoredRequest): Promise<void> {
  const { orderId, storeId } = invoice.record
  const store = await lockStore(tx, storeId)
  const order = (await findByExternalId(tx, orderId))?.order
  if (!store || !order) throw new Error(`the order ${orderId} or its store is gone`)
  const asked = readNumbering({ operation: "CANCEL", orderId }, { invoice: invoice.record, store })
  if (isRefusal(asked)) throw new Error(asked.message)
  const record = await drawNumber(tx, asked, { store, side: "hub", mode: "NORMAL", requestId: ids.uuid(), now: tx.now })
  const { failure } = record.representation
  if (failure) {
    const { fiscalRequestId } = invoice.record
    await saveFlag(tx, fiscalRequestId, `${TWICE}: no credit note could be numbered (${failure.code})`)
    return
  }
  const note: StoredRequest = { record, orderId: order.id, eventId: null, submission: "waiting", flag: null }
  if (!(await insertRequest(tx, note))) throw new Error(`${orderId} is being voided by somebody else`)
  await queueSubmission(tx, ids, { fiscalRequestId: record.fiscalRequestId, order })
}
