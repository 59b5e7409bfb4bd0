/** Links orders and their documents, whichever came first, in the transaction of the one that came last. */
import { withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { ownReferences, referencesOf } from "../../protocol/rules/fiscal/order-documents.ts"
import type { Ids } from "../../runtime/ids.ts"
import { type LinkAllFiscal, type LinkFiscal, lockOrder, updateOrder } from "../orders/index.ts"
import { queueCancelDuplicate } from "./cancel-duplicate.ts"
import { queueSubmission, queueSubmissions, type SubmissionInput } from "./queue-submissions.ts"
import { requestsOf, waitingFor } from "./requests-store.ts"

/** An order whose home is the hub gets the numbers. An order of a store has them already, if the store knew them. */
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
    const own = ownReferences(linked)
    const shown = referencesOf(linked)
    for (const request of requests) {
      const { fiscalRequestId, operation } = request.record
      const isOwn = own.includes(fiscalRequestId)
      if (isOwn && request.submission === "waiting") await queueSubmission(tx, ids, { fiscalRequestId, order: linked })
      // The order's home knows both numbers, and this one is not the order's.
      if (!isOwn && operation === "ISSUE" && shown.includes(fiscalRequestId))
        await queueCancelDuplicate(tx, ids, { request, orderId: linked.id })
    }
    return linked
  }

/** Links many orders with shared statements where their documents are all their own; the others one by one. */
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
      const own = ownReferences(order)
      if (own.length === referencesOf(order).length && requests.every((id) => own.includes(id)))
        leaving.push(...requests.map((fiscalRequestId) => ({ fiscalRequestId, order })))
      else await link(tx, order)
    }
    return queueSubmissions(tx, ids, leaving)
  }
}
