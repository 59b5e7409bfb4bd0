/** A sale in the words of the contract: the order it creates and the tenders that pay for it (decisions §4). Pure. */
import { type Scaled, toMajor } from "../../../protocol/money.ts"
import { type CartLine, cartTotals, lineTaxes } from "../../../protocol/rules/cart.ts"
import type { OrderInjection } from "../../../protocol/shapes/injection.ts"
import type { TenderRequest } from "../../../protocol/shapes/tender.ts"
import { changeOf, type HeldTender, type Sale } from "./sale.ts"

const CHANNEL = "POS"

/** Where a sale is made. */
export interface Register {
  readonly storeId: string
  readonly deviceId: string
  readonly currency: string
  readonly decimals: number
  readonly operatorUid: string
}

/** The same sale gives the same body, however often it is sent. */
export function injectionOf(sale: Sale, register: Register): OrderInjection {
  const { orderCode, createdAt } = sent(sale)
  const { subtotal, tax, total } = cartTotals(sale.lines, register.decimals)
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
    order: { products: sale.lines.map((line) => productOf(line, register.decimals)) },
    payments: {
      totals: [
        { code: "SUBTOTAL", amount: major(subtotal) },
        { code: "TAX", amount: major(tax) },
        { code: "TOTAL", amount: major(total) },
      ],
      currencyCode: register.currency,
      status: "PENDING",
    },
    metadata: { locator: orderCode, ...(change > 0 && { change: String(change) }) },
  }
}

export function tendersOf(sale: Sale, register: Register): TenderRequest[] {
  return sale.tenders.map((tender) => tenderOf(tender, register))
}

function productOf(line: CartLine, decimals: number): OrderInjection["order"]["products"][number] {
  return {
    productId: line.productId,
    name: line.name,
    quantity: line.quantity,
    unitPrice: major(line.unitPrice),
    taxes: lineTaxes(line, decimals).map(({ code, rate, amount }) => ({ code, rate, amount: major(amount) })),
    modifiers: line.modifiers.map(({ groupId, productId, name, unitPrice }) => ({
      modifierId: groupId,
      optionId: productId,
      name,
      quantity: 1,
      unitPrice: major(unitPrice),
    })),
    ...(line.notes !== "" && { notes: line.notes }),
    ...(line.station !== null && { stationCode: line.station }),
  }
}

function tenderOf(tender: HeldTender, { currency, operatorUid }: Register): TenderRequest {
  return {
    transaction_id: tender.transactionId,
    status: tender.status,
    amount: major(tender.amount),
    currency_code: currency,
    method: tender.method,
    occurred_at: tender.occurredAt,
    operator_uid: operatorUid,
    ...(tender.declineReason !== null && { decline_reason: tender.declineReason }),
  }
}

/** Inbound amounts are major units; four decimals are what scaled amounts have. */
function major(amount: Scaled): string {
  return toMajor(amount).toFixed(4)
}

function sent(sale: Sale) {
  if (!sale.sent) throw new Error("a sale is sent before it is put into words")
  return sale.sent
}
