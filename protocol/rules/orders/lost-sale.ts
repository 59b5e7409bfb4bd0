/** Records a sale that was charged but never became an order (docs/contract/orders.md#record-a-lost-sale). */
import { scaleMajor, toText } from "../../money.ts"
import { type Fault, invalid, type Refusal } from "../../refusals.ts"
import type { LostSale, LostSaleReport } from "../../shapes/lost-sale.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import type { Store } from "../../shapes/store.ts"
import type { TenderRequest } from "../../shapes/tender.ts"
import { toUtc } from "../../time.ts"
import { dateByCutoff } from "../business-day/business-day.ts"
import { findForeignTenant, metadataOf, readAmounts } from "./injection.ts"

interface LostSaleInput {
  readonly report: LostSaleReport
  readonly id: string
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly store: Store
  readonly side: "hub" | "store"
  readonly now: string
}

/** Its business day follows from the cut-off alone, so a closed day does not prevent the record. */
export function recordLostSale({
  report,
  id,
  tenant,
  store,
  side,
  now,
}: LostSaleInput): LostSale | Refusal<"VALIDATION_ERROR"> {
  const faults: Fault[] = []
  const amounts = amountsOf(report, faults)
  faults.push(...findForeignTenant(report, tenant))
  if (faults.length > 0) return invalid(...faults)
  const createdAt = toUtc(report.createdAt ?? now)
  const { client, selectedShippingMethod: method } = report
  return {
    id,
    orderId: report.orderId,
    orderCode: report.orderCode ?? null,
    accountId: tenant.accountId,
    vendorId: tenant.vendorId,
    storeId: store.id,
    storeCode: report.store.code,
    reason: report.reason,
    detail: report.detail ?? null,
    channel: report.channel ?? null,
    businessDayDate: dateByCutoff(createdAt, store),
    createdAt,
    recordedAt: now,
    ...amounts,
    currencyCode: report.payments?.currencyCode ?? null,
    operatorUid: report.operatorUid ?? null,
    stationId: report.stationId ?? null,
    customer: (client as FreeForm | undefined) ?? null,
    billing: client?.billingInformation ?? null,
    fulfillment: method ? { method } : null,
    metadata: metadataOf(injectionOf(report)),
    side,
  }
}

/**
 * One record of a sale that was recorded twice under different ids (docs/contract/sync.md#one-order-id-created-on-both-sides). The
 * store's record wins over the hub's; otherwise the known one wins. Returns null when `known` names `sent` already.
 */
export function mergeLostSales(known: LostSale, sent: LostSale): LostSale | null {
  const { replaced: others = [], ...knownAlone } = known
  const { replaced: _none, ...sentAlone } = sent
  if (known.id === sent.id || others.some(({ id }) => id === sent.id)) return null
  const sentStands = known.side === "hub" && sent.side !== "hub"
  return sentStands
    ? { ...sentAlone, replaced: [...others, knownAlone] }
    : { ...knownAlone, replaced: [...others, sentAlone] }
}

interface LostOrder {
  readonly id: string
  readonly store: Pick<Store, "id" | "code">
  /** Tenders that paid the order before the money went back. */
  readonly tenders: readonly Pick<TenderRequest, "method" | "amount">[]
  readonly detail: FreeForm
  readonly now: string
}

/** The lost sale of an existing order that was paid but got no fiscal number in a store that requires one. */
export function toLostSale(order: OrderRecord, { id, store, tenders, detail, now }: LostOrder): LostSale {
  const { orderExternal, accountId, vendorId, channel, businessDayDate, createdAt, orderCode, currencyCode } = order
  const { totals, orderLines, operatorUid, stationId, customer, billing, fulfillment, metadata } = order
  return {
    id,
    orderId: orderExternal,
    orderCode,
    accountId,
    vendorId,
    storeId: store.id,
    storeCode: store.code ?? store.id,
    reason: "FISCAL_NUMBERING_FAILED",
    detail,
    channel,
    businessDayDate,
    createdAt,
    recordedAt: now,
    total: totals.find(({ code }) => code === "TOTAL")?.amount ?? null,
    currencyCode,
    operatorUid,
    stationId,
    customer,
    billing,
    fulfillment,
    orderLines,
    totals,
    paymentMethods: tenders.map(({ method, amount }) => ({ method, amount: toText(scaleMajor(amount) ?? 0) })),
    metadata,
    side: "store",
  }
}

/** Whether the report's store is this one: same code, and same id and vendor if they are given. */
export function isReportOfStore(store: Store, { store: named }: LostSaleReport): boolean {
  const { code, id = store.id, vendorId = store.vendorId } = named
  return code === store.code && id.toLowerCase() === store.id && vendorId === store.vendorId
}

/** Scales and checks amounts as in an injection, but totals may be missing. */
function amountsOf({ order, payments = {} }: LostSaleReport, faults: Fault[]) {
  const { totals = [], paymentMethods = [] } = payments
  const read: Fault[] = []
  const amounts = readAmounts(
    { order: { products: order?.products ?? [] }, payments: { totals, paymentMethods } },
    read,
  )
  faults.push(...read.filter(({ path }) => totals.length > 0 || path !== "payments.totals"))
  const total = amounts.totals.find(({ code }) => code === "TOTAL")?.amount ?? null
  return { total, totals: amounts.totals, paymentMethods: amounts.methods, orderLines: amounts.lines }
}

/** The report without its reason. */
function injectionOf({ reason: _why, detail: _more, ...body }: LostSaleReport) {
  return body
}
