/** Brings orders and what was numbered for them together, whichever came first, in the transaction of the one that came last. */
import { withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { type LinkAllFiscal, type LinkFiscal, lockOrder, updateOrder } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { queueSubmission, queueSubmissions, type SubmissionInput } from "./queue-submissions.ts"
import { lockRequest, requestsOf, type StoredRequest, saveRequest, waitingFor } from "./requests-store.ts"

/** An order that is at home here takes the numbers; one that its store sent has them already, if the store knew of them. */
export const createLinkFiscal =
  (ids: Ids): LinkFiscal =>
  async (tx, order) => {
    const requests = await requestsOf(tx, order.orderExternal)
    if (requests.length === 0) return order
    const kept = await lockOrder(tx, order.id)
    if (!kept) throw new Error(`order ${order.id} is not written`)
    const records = requests.map(({ record }) => record)
    const linked = kept.home === "hub" ? withNumbering(order, records, "order.injected") : order
    if (linked !== order) await updateOrder(tx, { ...kept, order: linked }, kept.home)
    const named = referencesOf(linked)
    if (named.length === 0) return linked
    for (const request of requests) {
      const { fiscalRequestId } = request.record
      if (request.submission !== "waiting") continue
      if (named.includes(fiscalRequestId)) await queueSubmission(tx, ids, { fiscalRequestId, order: linked })
      else await flagTwice(tx, { ...request, orderId: order.id })
    }
    return linked
  }

/** Where all that waits for an order is the order's own, the many share their statements; the others are linked one by one. */
export function createLinkAllFiscal(ids: Ids): LinkAllFiscal {
  const link = createLinkFiscal(ids)
  return async (tx, orders) => {
    if (orders.length === 0) return new Map()
    const waiting = await waitingFor(
      tx,
      orders.map(({ orderExternal }) => orderExternal),
    )
    const leaving: SubmissionInput[] = []
    for (const order of orders) {
      const requests = waiting.get(order.orderExternal) ?? []
      const named = referencesOf(order)
      if (requests.every((id) => named.includes(id)))
        leaving.push(...requests.map((fiscalRequestId) => ({ fiscalRequestId, order })))
      else await link(tx, order)
    }
    return queueSubmissions(tx, ids, leaving)
  }
}

/** The requests that the order's document, and the one before it, came from. */
export function referencesOf({ fiscalRepresentation }: OrderRecord): (string | null)[] {
  if (!fiscalRepresentation) return []
  const documents = [fiscalRepresentation, ...fiscalRepresentation.history]
  return documents.map(({ providerIdentity }) => providerIdentity.reference)
}

export const TWICE = "NUMBERED_TWICE"

/** Both sides numbered one order while they could not hear each other: the home's document is the order's, this one must be voided. */
export async function flagTwice(tx: TenantWrite, request: StoredRequest): Promise<void> {
  const held = await lockRequest(tx, request.record.fiscalRequestId)
  if (held?.flag === null && held.record.requestStatus === "GENERATED")
    await saveRequest(tx, { ...held, orderId: request.orderId ?? held.orderId, flag: TWICE })
}
