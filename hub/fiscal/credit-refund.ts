/** Numbers the credit note of an invoiced order that was refunded in full (docs/contract/cancellation.md#refund-a-completed-order). */
import { isRefusal } from "../../protocol/refusals.ts"
import { hasValidInvoice } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type JobEnd, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogsOfJobs } from "../sync/index.ts"
import { type NumberInDeps, numberIn } from "./number-fiscal.ts"

export const CREDIT_REFUND_JOB = "fiscal.credit-refund"

interface CreditRefundBody {
  /** External. */
  readonly orderId: string
  readonly storeId: string
}

/** Enqueues the credit note of an order that the hub owns. A job numbers it: a store's row must be locked before the charge, which is locked already. */
export async function queueCreditNote(tx: TenantWrite, ids: Ids, order: OrderRecord): Promise<void> {
  if (!hasValidInvoice(order)) return
  const { orderExternal: orderId, storeId } = order
  const body: CreditRefundBody = { orderId, storeId }
  await enqueue(tx, ids, { kind: CREDIT_REFUND_JOB, lane: `fiscal/${storeId}`, body })
}

export function creditRefundKind(deps: NumberInDeps): TransactionalJobKind<CreditRefundBody> {
  return {
    retry: CALLBACK_RETRY,
    apply: (tx, { body: { orderId } }) => creditRefund(tx, deps, orderId),
    lockFirst: lockStoreLogsOfJobs,
  }
}

async function creditRefund(tx: TenantWrite, deps: NumberInDeps, orderId: string): Promise<JobEnd> {
  const answer = await numberIn(tx, deps, { body: { operation: "CANCEL", orderId }, isStoreSilent: false })
  if ("storeId" in answer)
    return { is: "failed", error: `the store of the order ${orderId} has to number its credit note` }
  if (isRefusal(answer)) {
    // A provider that issues by itself, or an invoice that is void already.
    if (answer.refused === "FISCAL_DOCUMENT_NOT_ISSUED")
      return { is: "ignored", result: { kind: "ignored", reason: answer.refused } }
    return { is: "failed", error: answer.message }
  }
  const { document, failure } = answer.data
  if (!document) return { is: "failed", error: failure?.message ?? "no credit note was numbered" }
  return { is: "processed", result: { kind: "credited", number: document.documentNumber } }
}
