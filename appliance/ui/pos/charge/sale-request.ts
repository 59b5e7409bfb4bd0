/** Converts a sale to the requests that create its order and its tenders (docs/contract/orders.md#create-an-order). Pure. */

import { scaleMajor } from "../../../../protocol/money.ts"
import { injectedCart, toMajorText } from "../../../../protocol/rules/orders/cart-injection.ts"
import type { OrderInjection } from "../../../../protocol/shapes/injection.ts"
import type { TenderRequest } from "../../../../protocol/shapes/tender.ts"
import { changeOf, type Sale, type TakenTender } from "../sale.ts"

const CHANNEL = "POS"

export interface Register {
  readonly storeId: string
  readonly deviceId: string
  readonly currency: string
  readonly decimals: number
  readonly operatorUid: string
}

/** The same sale always gives the same body. */
export function injectionOf(sale: Sale, register: Register): OrderInjection {
  const { orderCode, createdAt } = sent(sale)
  const change = changeOf(sale)
  return {
    orderId: sale.orderId,
    orderCode,
    createdAt,
    channel: CHANNEL,
    selectedShippingMethod: sale.fulfillment,
    store: { id: register.storeId },
    stationId: register.deviceId,
    operatorUid: register.operatorUid,
    ...injectedCart(sale.lines, register),
    metadata: { locator: orderCode, ...(change > 0 && { change: String(change) }) },
  }
}

export function tendersOf(sale: Sale, register: Register): TenderRequest[] {
  return sale.tenders.map((tender) => tenderOf(tender, register))
}

function tenderOf(tender: TakenTender, { currency, operatorUid }: Register): TenderRequest {
  return {
    transaction_id: tender.transactionId,
    status: tender.status,
    amount: toMajorText(tender.amount),
    currency_code: currency,
    method: tender.method,
    occurred_at: tender.occurredAt,
    operator_uid: operatorUid,
    ...(tender.declineReason !== null && { decline_reason: tender.declineReason }),
  }
}

function sent(sale: Sale) {
  if (!sale.sent) throw new Error("the sale has no order code yet")
  return sale.sent
}

/** Converts a tender that the box holds for an order whose other payment failed. The cash received was not recorded. */
export function takenTendersOf({ transaction_id, method, amount, occurred_at }: TenderRequest): TakenTender {
  return {
    transactionId: transaction_id,
    status: "approved",
    method,
    amount: scaleMajor(amount) ?? 0,
    received: null,
    declineReason: null,
    occurredAt: occurred_at,
    atBox: true,
  }
}
