/**
 * Numbers an order's document at the store, with or without internet (docs/contract/fiscal.md#fiscal-request,
 * docs/contract/fiscal.md#number-a-document, docs/contract/fiscal.md#which-side-numbers).
 */
import type { numberFiscal as endpoint } from "../../protocol/http/fiscal.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { readNumbering } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { numberingFailureOf } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalRequestOf, withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { refuseIssuedElsewhere, refuseNothingToVoid } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { documentsOf } from "../../protocol/rules/fiscal/order-documents.ts"
import { findNamedStore, singleStore } from "../../protocol/rules/orders/named-store.ts"
import type { NumberingBody } from "../../protocol/shapes/fiscal-record.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { requireConfig } from "../catalog/index.ts"
import { findByExternalId, recordChange } from "../orders/store/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { type DrawNumberDeps, drawNumber, findOwnRequest } from "./draw-number.ts"
import { requestsOf } from "./requests-store.ts"

export const numberFiscalHandler =
  (drawing: DrawNumberDeps): BoxHandler<typeof endpoint> =>
  (tx, { body }) => {
    const { store } = requireConfig(tx)
    const policy = numberingFailureOf(store)
    const { operation, orderId } = body
    const wrongStore = checkStore(store, body)
    if (wrongStore) return wrongStore
    const requests = requestsOf(tx, orderId)
    const order = findByExternalId(tx, orderId)
    const { invoice, note } = documentsOf(requests, order)
    const done = operation === "ISSUE" ? invoice : note
    if (done) return { status: 200, data: fiscalRequestOf(done, { reused: true, policy }) }
    const refusedVoid = operation === "CANCEL" ? refuseNothingToVoid(invoice, orderId) : null
    if (refusedVoid) return refusedVoid
    if (operation === "ISSUE" && order?.status === "CANCELLED") {
      return refuse("CONFLICT", `The order ${orderId} is cancelled: nothing is invoiced for it.`, {
        data: { orderStatus: order.status },
      })
    }
    const refusedIssue = operation === "ISSUE" && order ? refuseIssuedElsewhere(order) : null
    if (refusedIssue) return refusedIssue
    const request = readNumbering(body, { invoice, store })
    if (isRefusal(request)) return request
    const record = drawNumber(tx, drawing, { request, requests })
    if (order) {
      const numbered = withNumbering(order, requestsOf(tx, orderId), "fiscal.numbered")
      const changed = { ...numbered, updatedAt: tx.now, sequence: order.sequence + 1 }
      recordChange(tx, drawing.outbox, { order: changed, events: [] })
    }
    // A repeat of a failed request counts as a repeat too, whatever its result is now.
    const reused = findOwnRequest(requests, operation) !== undefined
    const data = fiscalRequestOf(record, { reused, policy })
    return reused ? { status: 200, data } : { status: 201, data }
  }

/** A void may leave the store out. A store that is named must be this one. */
function checkStore(store: Store, { store: named = {}, operation }: NumberingBody) {
  const isLeftOut = named.id === undefined && named.code === undefined
  if (isLeftOut && operation === "CANCEL") return null
  const found = findNamedStore(named, singleStore(store))
  return isRefusal(found) ? found : null
}
