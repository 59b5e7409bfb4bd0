/** Creates an order from an injected body (docs/contract/orders.md#create-an-order). */
import { AMOUNT_MAX, fromText, type Scaled, scaleMajor, sum, toMajor, toText } from "../../money.ts"
import { type Fault, invalid, type Refusal, refuse } from "../../refusals.ts"
import { type InjectedProduct, OrderInjection } from "../../shapes/injection.ts"
import type { OrderEventType, OrderLine, OrderRecord, OrderTotal, PaidMethod } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import type { Settlement } from "../../shapes/settlement.ts"
import type { Store } from "../../shapes/store.ts"
import { toUtc } from "../../time.ts"
import { readTaxRate } from "../fiscal/tax-rate.ts"

/** Channels whose prepaid orders are handed over at once, so they are completed at creation. */
export const REGISTERS: readonly string[] = ["POS", "KIOSK"]

const KNOWN = new Set(Object.keys(OrderInjection.properties))

interface OrderCreation {
  readonly injection: OrderInjection
  readonly id: string
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly store: Store
  readonly businessDayDate: string
  readonly now: string
}

export interface OrderEvent {
  readonly type: OrderEventType
  readonly at: string
  /** `evt_…`, assigned at the order's home when the change is written. */
  readonly id?: string
}

export interface ChangedOrder {
  readonly order: OrderRecord
  readonly events: readonly OrderEvent[]
}

/**
 * An unpaid order begins OPEN, one prepaid at a register COMPLETED, one prepaid elsewhere OPEN and settled. The methods of a prepaid
 * order must add up to its TOTAL; those of an unpaid order are only declared. Account and vendor may be left out, but must not differ
 * from the tenant's.
 */
export function createOrder(creation: OrderCreation): ChangedOrder | Refusal<"VALIDATION_ERROR" | "AMOUNT_MISMATCH"> {
  const { injection, tenant } = creation
  const faults: Fault[] = []
  const amounts = readAmounts(injection, faults)
  faults.push(...findForeignTenant(injection, tenant))
  if (faults.length > 0) return invalid(...faults)
  const prepaid = injection.payments.status === "SUCCEEDED"
  const paid = sum(amounts.methods.map(({ amount }) => fromText(amount)))
  if (prepaid && paid !== amounts.total) {
    return refuse("AMOUNT_MISMATCH", "The payment methods of a prepaid order must add up to its total.", {
      data: { total: toText(amounts.total), paid: toText(paid) },
    })
  }
  const status = prepaid && REGISTERS.includes(injection.channel.toUpperCase()) ? "COMPLETED" : "OPEN"
  const type = status === "COMPLETED" ? "order.completed" : "order.opened"
  return { order: orderOf(creation, amounts, status), events: [{ type, at: creation.now }] }
}

export interface Amounts {
  readonly total: Scaled
  readonly totals: OrderTotal[]
  readonly methods: PaidMethod[]
  readonly lines: OrderLine[]
}

interface AmountsInput {
  readonly order: OrderInjection["order"]
  readonly payments: Pick<OrderInjection["payments"], "totals" | "paymentMethods">
}

/** Scales every amount of a body. Invalid amounts are added to `faults`. */
export function readAmounts({ payments, order }: AmountsInput, faults: Fault[]): Amounts {
  const totals = payments.totals.map(({ code, amount }, index) => ({
    code,
    amount: scaleAmount(amount, `payments.totals.${index}.amount`, faults),
  }))
  const methods = (payments.paymentMethods ?? []).map(({ method, amount }, index) => ({
    method,
    amount: scalePaid(amount, `payments.paymentMethods.${index}.amount`, faults),
  }))
  const lines = order.products.map((product, index) => lineOf(product, index, faults))
  const total = totals.filter(({ code }) => code === "TOTAL")
  if (total.length !== 1) {
    faults.push({ path: "payments.totals", message: "must hold exactly one entry with the code TOTAL" })
  } else if (fromText(total[0]?.amount ?? "0") < 0) {
    faults.push({ path: "payments.totals", message: "must not have a negative TOTAL" })
  }
  return { total: fromText(total[0]?.amount ?? "0"), totals, methods, lines }
}

function lineOf(product: InjectedProduct, index: number, faults: Fault[]): OrderLine {
  const at = `order.products.${index}`
  faults.push(...findOversizedAmounts(product, at))
  return {
    lineId: String(index + 1),
    productId: product.productId,
    name: product.name,
    quantity: product.quantity,
    unitPrice: scaleAmount(product.unitPrice, `${at}.unitPrice`, faults),
    taxes: (product.taxes ?? []).map(({ code, rate, amount }, tax) => ({
      code,
      rate: rate === undefined ? null : readRate(rate, `${at}.taxes.${tax}.rate`, faults),
      amount: amount === undefined ? null : scaleAmount(amount, `${at}.taxes.${tax}.amount`, faults),
    })),
    modifiers: (product.modifiers ?? []).map((modifier, place) => ({
      modifierId: modifier.modifierId ?? null,
      optionId: modifier.optionId ?? null,
      name: modifier.name ?? null,
      quantity: modifier.quantity,
      unitPrice: scaleAmount(modifier.unitPrice ?? 0, `${at}.modifiers.${place}.unitPrice`, faults),
    })),
    notes: product.notes ?? null,
    stationCode: product.stationCode ?? null,
  }
}

function scaleAmount(amount: number | string, path: string, faults: Fault[]): string {
  const scaled = scaleMajor(amount)
  if (scaled === null) faults.push({ path, message: "must be an amount with at most 4 decimals, up to 1000000000" })
  return toText(scaled ?? 0)
}

/** Amounts paid must not be negative. */
function scalePaid(amount: number | string, path: string, faults: Fault[]): string {
  const scaled = scaleAmount(amount, path, faults)
  if (fromText(scaled) < 0) faults.push({ path, message: "must be at least 0" })
  return scaled
}

/** The rate in one spelling (`0.15`), so that a day's taxes have one row per rate. */
function readRate(rate: number | string, path: string, faults: Fault[]): string {
  const fraction = readTaxRate(rate)
  if (fraction === null) faults.push({ path, message: "must be a rate from 0 to 100 %: 15 % is 0.15 or 15" })
  return String(toMajor(fraction ?? 0))
}

/** Refuses lines whose amount exceeds the largest allowed one, which would break the sums of the day. */
function findOversizedAmounts({ quantity, unitPrice, modifiers = [] }: InjectedProduct, at: string): Fault[] {
  const most = (price: number | string) => AMOUNT_MAX / Math.max(Math.abs(scaleMajor(price) ?? 0), 1)
  const message = "times the unit price is more than 1000000000"
  const line = quantity > most(unitPrice) ? [{ path: `${at}.quantity`, message }] : []
  const parts = modifiers.flatMap((modifier, place) =>
    modifier.quantity > most(modifier.unitPrice ?? 0) ? [{ path: `${at}.modifiers.${place}.quantity`, message }] : [],
  )
  return [...line, ...parts]
}

/** Faults for fields that name another account or vendor than the API key's. */
export function findForeignTenant(body: TenantNamed, { accountId, vendorId }: OrderCreation["tenant"]): Fault[] {
  const named = [
    { path: "account", sent: body.account, own: accountId, what: "account" },
    { path: "accountId", sent: body.accountId, own: accountId, what: "account" },
    { path: "vendor", sent: body.vendor, own: vendorId, what: "vendor" },
    { path: "vendorId", sent: body.vendorId, own: vendorId, what: "vendor" },
    { path: "store.vendorId", sent: body.store.vendorId, own: vendorId, what: "vendor" },
  ]
  return named
    .filter(({ sent, own }) => typeof sent === "string" && sent !== own)
    .map(({ path, what }) => ({ path, message: `is not the ${what} of the key` }))
}

/** `vendor` and `vendorId` are not part of the schema, so they may hold anything; only texts are compared. */
interface TenantNamed extends Pick<OrderInjection, "account" | "accountId" | "store"> {
  readonly vendor?: unknown
  readonly vendorId?: unknown
}

function orderOf(
  { injection, id, tenant, store, ...at }: OrderCreation,
  amounts: Amounts,
  status: OrderRecord["status"],
) {
  const { client, payments } = injection
  const prepaid = payments.status === "SUCCEEDED"
  const order: OrderRecord = {
    id,
    orderCode: injection.orderCode,
    orderExternal: injection.orderId,
    accountId: tenant.accountId,
    vendorId: tenant.vendorId,
    storeId: store.id,
    stationId: injection.stationId ?? null,
    anonymousCustomerId: null,
    customerId: client?.uid ?? null,
    billingId: null,
    status,
    paymentStatus: prepaid ? "SUCCEEDED" : "PENDING",
    channel: injection.channel,
    businessDayDate: at.businessDayDate,
    createdAt: toUtc(injection.createdAt),
    updatedAt: at.now,
    completedAt: status === "COMPLETED" ? at.now : null,
    deletedAt: null,
    store: { id: store.id, code: store.code, name: store.name, vendorId: store.vendorId },
    customer: (client as FreeForm | undefined) ?? null,
    billing: client?.billingInformation ?? null,
    fulfillment: injection.selectedShippingMethod ? { method: injection.selectedShippingMethod } : null,
    orderLines: amounts.lines,
    totals: amounts.totals,
    paymentMethods: amounts.methods,
    metadata: metadataOf(injection),
    kitchen: null,
    aggregator: null,
    settlement: settlementOf(amounts, payments.currencyCode, prepaid),
    payments: [],
    fiscal: null,
    revision: 1,
    sequence: 1,
    currencyCode: payments.currencyCode,
    operatorUid: injection.operatorUid ?? null,
  }
  return order
}

function settlementOf({ total, methods }: Amounts, currencyCode: string, prepaid: boolean): Settlement {
  return {
    status: prepaid ? "settled" : "pending",
    origin: prepaid ? "intake" : "ledger",
    paidSoFar: toText(prepaid ? total : 0),
    total: toText(total),
    currencyCode,
    tenderCount: 0,
    declinedCount: 0,
    amountMismatch: false,
    declaredMethods: [...new Set(methods.map(({ method }) => method))],
  }
}

/** Keeps the body's metadata and unknown keys, and sets `order_id` and `channel`. `conflicts` is reserved for the order's home. */
export function metadataOf(body: Described): FreeForm {
  const { orderId, channel, metadata } = body
  const named = channel !== undefined && { channel: { ...asObject(metadata?.channel), code: channel } }
  const { conflicts: _reserved, ...kept } = { ...extraKeys(body), ...metadata }
  return { ...kept, order_id: orderId, ...named }
}

/** A lost sale may have no channel. */
type Described = Pick<OrderInjection, "orderId" | "metadata"> & Partial<Pick<OrderInjection, "channel">>

/** Keys of the body that the contract does not define. */
function extraKeys(body: object): FreeForm {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !KNOWN.has(key)))
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}
}
