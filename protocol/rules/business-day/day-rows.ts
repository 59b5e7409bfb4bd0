/** What one order adds to the figures of its business day, as rows that can be kept as sales happen and added up later. */
import { fromText, type Scaled } from "../../money.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { CASH, movesOf } from "../cash/cash-moves.ts"
import { amountOf, taxOf, taxRows } from "./day-taxes.ts"

const KINDS = ["tax", "method", "channel", "quarter", "extra", "cancelled", "forced", "cash", "refund"] as const
const QUARTER_MINUTES = 15

/**
 * `channel` rows hold the sales: together they are the transactions and the gross of a day. `quarter` is the quarter of an hour in
 * UTC in which the order was made, since every time zone is whole quarters away. `extra` is DISCOUNT, TIP or DELIVERY. `cash` is the
 * cash sales of a cashier, by the order's day and not by the shift. `refund` is what went back of sales that stand, by method and by the day on
 * which it went back; the sale stays among the sales of its own day.
 */
export type RowKind = (typeof KINDS)[number]

export interface DayRow {
  readonly businessDayDate: string
  readonly currencyCode: string
  readonly kind: RowKind
  readonly code: string
  /** Of a tax; empty where there is none. */
  readonly rate: string
  readonly transactions: number
  readonly amount: Scaled
}

/**
 * Every settled order counts as a sale, also one that is still to be handed over; cancelled and force-closed ones stand in rows of
 * their own. Money on its way back is no sale of this day; should the provider refuse, it becomes one of the next.
 */
export function rowsOfOrder(order: OrderRecord): DayRow[] {
  const total = amountOf(order, "TOTAL")
  const cash = cashRows(order)
  if (order.status === "CANCELLED" || order.cancelling) return [row(order, "cancelled", "", total), ...cash]
  if (order.status === "FORCE_CLOSED") return [row(order, "forced", "", total), ...cash]
  const sold = order.status === "COMPLETED" || order.settlement?.status === "settled"
  return sold ? [...saleRows(order, total), ...cash, ...refundRows(order)] : cash
}

/** What changes in the kept rows when an order becomes another; nothing where it counts as before. */
export function changeOfRows(before: OrderRecord | null, after: OrderRecord | null): DayRow[] {
  return changesOfRows([{ before, after }])
}

/** The same of many orders together. */
export function changesOfRows(
  changes: readonly { readonly before: OrderRecord | null; readonly after: OrderRecord | null }[],
): DayRow[] {
  return addRows(
    changes.flatMap(({ before, after }) => [
      ...(before ? rowsOfOrder(before).map(negative) : []),
      ...(after ? rowsOfOrder(after) : []),
    ]),
  )
}

/** One row for each key, in the order of the keys; what has come to nothing is left out. */
export function addRows(rows: Iterable<DayRow>): DayRow[] {
  const byKey = new Map<string, DayRow>()
  for (const one of rows) {
    const key = keyOf(one)
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

function keyOf({ businessDayDate, currencyCode, kind, code, rate }: DayRow): string {
  return `${businessDayDate}\n${currencyCode}\n${kind}\n${code}\n${rate}`
}

function negative(one: DayRow): DayRow {
  return { ...one, transactions: 0 - one.transactions, amount: 0 - one.amount }
}

function row(order: OrderRecord, kind: RowKind, code: string, amount: Scaled, rate = ""): DayRow {
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
    ...taxRows(order, taxOf(order)).map(({ code, rate, amount }) => row(order, "tax", code, amount, rate ?? "")),
    ...[...methodsOf(order)].map(([method, amount]) => row(order, "method", method, amount)),
    row(order, "channel", order.channel, total),
    // By creation: an order that the day's close hands over is completed then, but was sold when the guest came.
    row(order, "quarter", quarterOf(order.createdAt), total),
    ...extras.filter(([, amount]) => amount !== 0).map(([code, amount]) => row(order, "extra", code, amount)),
  ]
}

/** A method that an order names twice is one row's one transaction. */
function methodsOf({ paymentMethods }: OrderRecord): Map<string, Scaled> {
  const byMethod = new Map<string, Scaled>()
  for (const { method, amount } of paymentMethods) {
    byMethod.set(method, (byMethod.get(method) ?? 0) + fromText(amount))
  }
  return byMethod
}

/** `2026-11-21T18:30`: the start of the quarter of an hour, in UTC. */
function quarterOf(moment: string): string {
  const at = new Date(Date.parse(moment))
  at.setUTCMinutes(at.getUTCMinutes() - (at.getUTCMinutes() % QUARTER_MINUTES), 0, 0)
  return at.toISOString().slice(0, "2026-11-21T18:30".length)
}

function refundRows(order: OrderRecord): DayRow[] {
  return (order.refunds ?? []).flatMap(({ businessDayDate, tenders }) =>
    tenders.map(({ method, amount }) => ({ ...row(order, "refund", method, fromText(amount)), businessDayDate })),
  )
}

/** A cancelled order's cash has come and gone. */
function cashRows(order: OrderRecord): DayRow[] {
  const cash = movesOf(order).filter(({ method }) => method === CASH)
  const rows = cash.map(({ amount, currency, operatorUid }) => ({
    ...row(order, "cash", operatorUid ?? "", amount),
    currencyCode: currency,
    transactions: amount < 0 ? -1 : 1,
  }))
  return addRows(rows)
}
