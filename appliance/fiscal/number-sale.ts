/** Numbers a sale in the transaction that settles it, so that its receipt has the number. On failure the store's policy decides (docs/contract/fiscal.md#numbering-failure). */
import { fromText, sum } from "../../protocol/money.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { NumberingRequest } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { numberingFailureOf, storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalRequestOf, withNumbering } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { hasValidInvoice } from "../../protocol/rules/fiscal/fiscal-standing.ts"
import { buyerOf } from "../../protocol/rules/orders/buyer.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type DrawNumberDeps, drawNumber } from "./draw-number.ts"
import { requestsOf } from "./requests-store.ts"

/**
 * Returns the order with its number. It was drawn before the order arrived, or it is drawn now if the sale is complete and the store can
 * number. Refuses if numbering fails and the store's policy forbids sales without a number.
 */
export function numberSale(
  tx: BoxTx,
  order: OrderRecord,
  drawing: DrawNumberDeps,
): OrderRecord | Refusal<"FISCAL_NUMBERING_FAILED"> {
  if (order.fiscalRepresentation?.numberingStatus === "GENERATED") return order
  const { store } = requireConfig(tx)
  const requests = requestsOf(tx, order.orderExternal)
  const isNumbered = requests.some(({ requestStatus }) => requestStatus === "GENERATED")
  if (isNumbered) return withNumbering(order, requests, "order.injected")
  // Another provider has issued the invoice or is about to. A second one would be for the same sale.
  if (hasValidInvoice(order)) return order
  if (order.status !== "COMPLETED" || !canNumber(store)) return withNumbering(order, requests, "order.injected")
  const record = drawNumber(tx, drawing, { request: numberingRequestOf(order), requests })
  if (record.requestStatus === "FAILED" && numberingFailureOf(store).action === "REFUND")
    return refuseUnnumbered(store, record)
  return withNumbering(order, [record], "fiscal.numbered")
}

/** The store can number if its documents go through our gateway and it has an emission point of its own. */
function canNumber(store: Store): boolean {
  const fiscal = storeFiscal(store)
  if (fiscal?.gateway !== true) return false
  return fiscal.pointsUsedUp === true || (fiscal.points ?? []).some(({ side }) => side === "appliance")
}

function numberingRequestOf(order: OrderRecord): NumberingRequest {
  const total = (code: string) =>
    sum(order.totals.filter((row) => row.code === code).map(({ amount }) => fromText(amount)))
  const buyer = buyerOf(order)
  return {
    operation: "ISSUE",
    orderId: order.orderExternal,
    orderCode: order.orderCode,
    buyer: buyer && !buyer.isFinalConsumer ? identityOf(buyer) : null,
    totals: { total: total("TOTAL"), tax: total("TAX") },
    currencyCode: order.currencyCode,
    metadata: null,
    invoice: null,
  }
}

function identityOf({ name, govIdType, govIdNumber }: NonNullable<ReturnType<typeof buyerOf>>) {
  return { name, govIdType, govIdNumber }
}

/** The refusal carries what the register sends when it records the lost sale (docs/contract/orders.md#record-a-lost-sale). */
function refuseUnnumbered(store: Store, record: FiscalRecord) {
  const { failure, policy } = fiscalRequestOf(record, { reused: false, policy: numberingFailureOf(store) })
  return refuse("FISCAL_NUMBERING_FAILED", failure?.message ?? "No number could be given.", {
    data: { failure, policy: policy.numberingFailure },
  })
}
