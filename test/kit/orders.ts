/** Valid stores, injections, tenders and orders for tests: say what matters, the rest is a plain sale in Quito. */
import { isRefusal } from "../../protocol/refusals.ts"
import { businessDayOf } from "../../protocol/rules/business-day/business-day.ts"
import { type ChangedOrder, createOrder } from "../../protocol/rules/orders/injection.ts"
import { confirmPayment, type PaymentOutcome } from "../../protocol/rules/payments/settlement.ts"
import type { CashCloseRequest } from "../../protocol/shapes/cash-close.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { DeclineReason, TenderRequest } from "../../protocol/shapes/tender.ts"
import type { Ticket } from "../../protocol/shapes/ticket.ts"

export const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" } as const
export const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"

/** Half past noon in Quito. */
export const NOON = "2026-11-21T17:30:00.000Z"

export const DECLINE_REASONS: readonly DeclineReason[] = [
  { code: "insufficient_funds", group: "funds", active: true },
  { code: "expired_card", group: "card", active: true },
  { code: "retired_code", group: "technical", active: false },
]

export function aStore(over: Partial<Store> = {}): Store {
  return {
    id: STORE_ID,
    ...TENANT,
    code: "UIO-001",
    number: 1,
    name: "La Brasa Quito",
    countryCode: "EC",
    currency: "USD",
    timeZone: "America/Guayaquil",
    businessDayCutoff: "04:00",
    active: "ACTIVE",
    status: "PUBLISHED",
    legal: null,
    operatingHours: {},
    stations: [],
    fiscal: null,
    ...over,
  }
}

type Payments = OrderInjection["payments"]

export interface SaleAsked extends Omit<Partial<OrderInjection>, "payments"> {
  /** Major units; the TOTAL unless `totals` says otherwise. */
  readonly total?: number | string
  readonly totals?: Payments["totals"]
  readonly currencyCode?: string
  /** Prepaid with these methods. */
  readonly prepaid?: Readonly<Record<string, number | string>>
  /** Declared, not paid. */
  readonly declared?: Readonly<Record<string, number | string>>
}

let counter = 0

/** The body that creates an order: a hamburger at the counter for 6.50, not yet paid. */
export function anInjection(asked: SaleAsked = {}): OrderInjection {
  const { total = "6.5000", totals, currencyCode = "USD", prepaid, declared, ...rest } = asked
  counter += 1
  const methods = Object.entries(prepaid ?? declared ?? {}).map(([method, amount]) => ({ method, amount }))
  return {
    orderId: `ext-${counter}`,
    orderCode: `A-${counter}`,
    createdAt: NOON,
    channel: "POS",
    selectedShippingMethod: "TAKE_AWAY",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: total }] },
    payments: {
      totals: totals ?? [{ code: "TOTAL", amount: total }],
      currencyCode,
      status: prepaid ? "SUCCEEDED" : "PENDING",
      ...(methods.length > 0 && { paymentMethods: methods }),
    },
    ...rest,
  }
}

/** A tender as a register sends it: cash, approved, the whole of a plain sale. */
export function aTender(over: Partial<TenderRequest> = {}): TenderRequest {
  counter += 1
  return {
    transaction_id: `tx-${counter}`,
    status: "approved",
    amount: "6.5000",
    currency_code: "USD",
    method: "CASH",
    occurred_at: NOON,
    ...over,
  }
}

/** A cash close of the morning that matches when nothing was sold. */
export function aCashClose(over: Partial<CashCloseRequest> = {}): CashCloseRequest {
  return {
    storeId: STORE_ID,
    currency: "USD",
    sessionExternalId: "2026-11-21-pos-1-1",
    declaredCash: 100,
    openingBalance: 100,
    shiftStart: "2026-11-21T08:00:00-05:00",
    shiftEnd: "2026-11-21T16:00:00-05:00",
    reason: "OTHER",
    ...over,
  }
}

/** What creating makes of an injection at a store without a box. */
export function create(injection: OrderInjection, { store = aStore(), now = NOON, id = anId() } = {}) {
  const businessDayDate = businessDayOf({ createdAt: injection.createdAt, openDay: null, store })
  return createOrder({ injection, id, tenant: TENANT, store, businessDayDate, now })
}

/** An order as it stands after its creation. */
export function anOrder(asked: SaleAsked = {}): OrderRecord {
  return accepted<ChangedOrder>(create(anInjection(asked))).order
}

export function charge(order: OrderRecord, payments: readonly TenderRequest[], now = NOON) {
  return confirmPayment({ order, confirmation: { payments: [...payments] }, declineReasons: DECLINE_REASONS, now })
}

/** An order that these tenders settled. */
export function aSettledOrder(asked: SaleAsked, payments: readonly TenderRequest[], now = NOON): OrderRecord {
  return accepted<PaymentOutcome>(charge(anOrder(asked), payments, now)).order
}

/** Throws on a refusal: for steps that a test takes for granted. */
export function accepted<T>(answer: unknown): T {
  if (isRefusal(answer)) throw new Error(`refused with ${answer.refused}: ${answer.message}`)
  return answer as T
}

/** The next of a row of valid UUIDs, the same in every run. */
export function anId(): string {
  counter += 1
  return `0190a000-0000-7000-8000-${String(counter).padStart(12, "0")}`
}

export function aTicket(over: Partial<Ticket> = {}): Ticket {
  return {
    ticketId: "evt_0123456789ab",
    orderId: "0190a000-0000-7000-8000-000000000001",
    station: "grill",
    sentAt: NOON,
    lines: [{ lineId: "1", productId: "p-burger", name: "Hamburguesa", quantity: 1, modifiers: [], notes: null }],
    startedAt: null,
    bumpedLines: [],
    bumpedAt: null,
    recalledAt: null,
    voids: [],
    seenVoids: [],
    endedAt: null,
    ...over,
  }
}
