/** What one order adds to the figures of its business day, as rows that are stored with each sale and added up later. */
import { fromText, type Scaled } from "../../money.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { CASH, movesOf } from "../cash/cash-moves.ts"
import { amountOf, taxOf, taxRows } from "./day-taxes.ts"

const KINDS = ["tax", "method", "channel", "quarter", "extra", "cancelled", "forced", "cash", "refund"] as const
const QUARTER_MINUTES = 15

/**
 * `channel` rows add up to the transactions and the gross of a day. `quarter` is the quarter of an hour in UTC in which the order was
 * created: every time zone is a whole number of quarters from UTC. `extra` is DISCOUNT, TIP or DELIVERY. `cash` is a cashier's cash
 * sales on the order's day, whatever the shift. `refund` is money that went back although the sale stands, on the day of the refund.
 */
export type RowKind = (typeof KINDS)[number]

export interface DayRow {
  readonly businessDayDate: string
  readonly currencyCode: string
  readonly kind: RowKind
  readonly code: string
  /** The tax rate; empty for rows that are no tax. */
  readonly rate: string
  readonly transactions: number
  readonly amount: Scaled
}

/**
 * Every settled order counts as a sale, even before its handover. Cancelled and force-closed orders have rows of their own. An order
 * whose refund is under way counts as cancelled; if the provider refuses the refund, it becomes a sale of the next day.
 */
export function rowsOfOrder(order: OrderRecord): DayRow[] {
  const total = amountOf(order, "TOTAL")
  const cash = cashRows(order)
  if (order.status === "CANCELLED" || order.cancelling) return [makeRow(order, "cancelled", "", total), ...cash]
  if (order.status === "FORCE_CLOSED") return [makeRow(order, "forced", "", total), ...cash]
  const sold = order.status === "COMPLETED" || order.settlement?.status === "settled"
  return sold ? [...saleRows(order, total), ...cash, ...refundRows(order)] : cash
}

/** The rows to add to the stored ones when an order changes; empty when its figures stay the same. */
export function changeOfRows(before: OrderRecord | null, after: OrderRecord | null): DayRow[] {
  return changesOfRows([{ before, after }])
}

/** The same for many orders at once. */
export function changesOfRows(
  changes: readonly { readonly before: OrderRecord | null; readonly after: OrderRecord | null }[],
): DayRow[] {
  return addRows(
    changes.flatMap(({ before, after }) => [
      ...(before ? rowsOfOrder(before).map(negateRow) : []),
      ...(after ? rowsOfOrder(after) : []),
    ]),
  )
}

/** Adds up rows with the same key. Returns them sorted by key, without those that come to zero. */
export function addRows(rows: Iterable<DayRow>): DayRow[] {
  const byKey = new Map<string, DayRow>()
  for (const one of rows) {
    const key = rowKey(one)
    const known = byKey.get(key)
    const added = known && {
      transactions: known.transactions + one.transactions,
      amount: known.amount + one.amount,
    }
    byKey.set(key, added ? { ...known, ...added } : one)
  }
  const left = [...byKey].filter(([, { transactions, amount }]) => transactions !== 0 || amount !== 0)
  return left.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

function rowKey({ businessDayDate, currencyCode, kind, code, rate }: DayRow): string {
  return `${businessDayDate}\n${currencyCode}\n${kind}\n${code}\n${rate}`
}

function negateRow(one: DayRow): DayRow {
  return { ...one, transactions: 0 - one.transactions, amount: 0 - one.amount }
}

function makeRow(order: OrderRecord, kind: RowKind, code: string, amount: Scaled, rate = ""): DayRow {
  const { businessDayDate, currencyCode } = order
  return { businessDayDate, currencyCode, kind, code, rate, transactions: 1, amount }
}

function saleRows(order: OrderRecord, total: Scaled): DayRow[] {
  const extras = [
    ["DISCOUNT", Math.abs(amountOf(order, "DISCOUNT"))],
    ["TIP", amountOf(order, "TIP")],
    ["DELIVERY", amountOf(order, "DELIVERY")],
  ] as const
  return [
    ...taxRows(order, taxOf(order)).map(({ code, rate, amount }) => makeRow(order, "tax", code, amount, rate ?? "")),
    ...[...methodsOf(order)].map(([method, amount]) => makeRow(order, "method", method, amount)),
    makeRow(order, "channel", order.channel, total),
    // By creation: an order that the day's close completes was sold when the guest came.
    makeRow(order, "quarter", quarterOf(order.createdAt), total),
    ...extras.filter(([, amount]) => amount !== 0).map(([code, amount]) => makeRow(order, "extra", code, amount)),
  ]
}

/** Adds up the rows of the same method, so that it counts as one transaction. */
function methodsOf({ paymentMethods }: OrderRecord): Map<string, Scaled> {
  const byMethod = new Map<string, Scaled>()
  for (const { method, amount } of paymentMethods) {
    byMethod.set(method, (byMethod.get(method) ?? 0) + fromText(amount))
  }
  return byMethod
}

/** The start of the quarter of an hour in UTC: `2026-11-21T18:30`. */
function quarterOf(moment: string): string {
  const at = new Date(Date.parse(moment))
  at.setUTCMinutes(at.getUTCMinutes() - (at.getUTCMinutes() % QUARTER_MINUTES), 0, 0)
  return at.toISOString().slice(0, "2026-11-21T18:30".length)
}

function refundRows(order: OrderRecord): DayRow[] {
  return (order.refunds ?? []).flatMap(({ businessDayDate, tenders }) =>
    tenders.map(({ method, amount }) => ({ ...makeRow(order, "refund", method, fromText(amount)), businessDayDate })),
  )
}

/** The cash that the order moved, by cashier. The cash of a cancelled order adds up to zero. */
function cashRows(order: OrderRecord): DayRow[] {
  const cash = movesOf(order).filter(({ method }) => method === CASH)
  const rows = cash.map(({ amount, currency, operatorUid, businessDayDate = order.businessDayDate }) => ({
    ...makeRow(order, "cash", operatorUid ?? "", amount),
    businessDayDate,
    currencyCode: currency,
    transactions: amount < 0 ? -1 : 1,
  }))
  return addRows(rows)
}
