/** Sums up the figures of a business day, and closes the orders that are still open (docs/contract/printing.md#print-the-day-close). */
import { divideRounded, type Scaled } from "../../money.ts"
import type { DayFigures, LateArrivals } from "../../shapes/business-day.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import type { ChangedOrder } from "../orders/injection.ts"
import { orderStateOf } from "../orders/order-states.ts"
import { hoursOf } from "./day-hours.ts"
import { addRows, type DayRow, type RowKind, rowsOfOrder } from "./day-rows.ts"

type StoreLocale = Pick<Store, "currency" | "timeZone">

/**
 * The figures of a day, one entry per currency: the store's own first, even without sales. `gross` is everything that was charged, and
 * equals the sum of the methods and of the channels. `net` is gross without tax and tips. The average is rounded half up.
 * The result does not depend on the order of `orders`, so hub and box get the same rows.
 */
export function figuresOf(orders: Iterable<OrderRecord>, store: StoreLocale): DayFigures[] {
  return figuresOfRows([...orders].flatMap(rowsOfOrder), store)
}

/** The same from stored rows of one day. */
export function figuresOfRows(kept: Iterable<DayRow>, store: StoreLocale): DayFigures[] {
  const rows = addRows(kept)
  const others = new Set(rows.map(({ currencyCode }) => currencyCode))
  others.delete(store.currency)
  return [store.currency, ...[...others].sort()].map((currencyCode) =>
    currencyFigures(
      currencyCode,
      rows.filter((row) => row.currencyCode === currencyCode),
      store,
    ),
  )
}

/** The cash sales of a day in one currency, scaled: of one cashier, or of all if `operatorUid` is left out. */
export function cashOfDay(rows: Iterable<DayRow>, currency: string, operatorUid?: string): Scaled {
  return [...rows]
    .filter(
      ({ kind, currencyCode, code }) => kind === "cash" && currencyCode === currency && isCashier(code, operatorUid),
    )
    .reduce((all, { amount }) => all + amount, 0)
}

function isCashier(code: string, operatorUid: string | undefined): boolean {
  return operatorUid === undefined || code === operatorUid
}

/** What arrived after the close, by currency. It is shown beside the figures of the close, which stay as they are. */
export function lateArrivals(closed: readonly DayFigures[], now: readonly DayFigures[]): LateArrivals[] {
  return now.flatMap((figures) => {
    const then = closed.find(({ currencyCode }) => currencyCode === figures.currencyCode)
    const late = {
      currencyCode: figures.currencyCode,
      transactions: figures.transactions - (then?.transactions ?? 0),
      gross: figures.gross - (then?.gross ?? 0),
      methods: figures.methods.flatMap((method) => {
        const known = then?.methods.find(({ code }) => code === method.code)
        const transactions = method.transactions - (known?.transactions ?? 0)
        const amount = method.amount - (known?.amount ?? 0)
        return transactions === 0 && amount === 0 ? [] : [{ code: method.code, transactions, amount }]
      }),
      cancellations: {
        transactions: figures.cancellations.transactions - (then?.cancellations.transactions ?? 0),
        amount: figures.cancellations.amount - (then?.cancellations.amount ?? 0),
      },
    }
    const nothing = late.transactions === 0 && late.gross === 0 && late.cancellations.transactions === 0
    return nothing && late.methods.length === 0 ? [] : [late]
  })
}

/**
 * What closing the day does to an order: an open unpaid order is force-closed, an open order that came prepaid is completed. Returns
 * null for an order that is closed already or whose refund is under way.
 */
export function dayCloseStep(order: OrderRecord, now: string): ChangedOrder | null {
  const state = orderStateOf(order)
  if (state !== "OPEN" && state !== "OPEN, paid") return null
  const paid = state === "OPEN, paid"
  const closed: OrderRecord = {
    ...order,
    status: paid ? "COMPLETED" : "FORCE_CLOSED",
    completedAt: paid ? now : null,
    updatedAt: now,
    sequence: order.sequence + 1,
  }
  return { order: closed, events: paid ? [{ type: "order.completed", at: now }] : [] }
}

function currencyFigures(currencyCode: string, rows: readonly DayRow[], { timeZone }: StoreLocale): DayFigures {
  const rowsOf = (kind: RowKind) => rows.filter((row) => row.kind === kind)
  const extra = (wanted: string) => amountIn(rowsOf("extra").filter(({ code }) => code === wanted))
  const [channels, taxes] = [rowsOf("channel"), rowsOf("tax")]
  const transactions = channels.reduce((all, row) => all + row.transactions, 0)
  const refunds = rowsOf("refund").map(toCodeTally).sort(compareCodes)
  const [gross, tax, tips] = [amountIn(channels), amountIn(taxes), extra("TIP")]
  return {
    currencyCode,
    transactions,
    gross,
    discount: extra("DISCOUNT"),
    tax,
    net: gross - tax - tips,
    tips,
    delivery: extra("DELIVERY"),
    averageTicket: transactions === 0 ? 0 : divideRounded(gross, transactions),
    taxes: taxes
      .map(({ code, rate, amount }) => ({ code, rate: rate === "" ? null : rate, amount }))
      .sort(compareCodes),
    methods: rowsOf("method").map(toCodeTally).sort(compareCodes),
    channels: channels.map(toCodeTally).sort(compareCodes),
    peakHour: findPeakHour(rowsOf("quarter"), timeZone),
    cancellations: tallyOf(rowsOf("cancelled")),
    forceClosed: tallyOf(rowsOf("forced")),
    ...(refunds.length > 0 && { refunds }),
  }
}

function amountIn(rows: readonly DayRow[]): Scaled {
  return rows.reduce((all, { amount }) => all + amount, 0)
}

function toCodeTally({ code, transactions, amount }: DayRow) {
  return { code, transactions, amount }
}

function tallyOf(rows: readonly DayRow[]): DayFigures["cancellations"] {
  return { transactions: rows.reduce((all, { transactions }) => all + transactions, 0), amount: amountIn(rows) }
}

/** The hour of the store's clock with the highest amount; the earlier of two equal ones. */
function findPeakHour(quarters: readonly DayRow[], timeZone: string): DayFigures["peakHour"] {
  const [peak = null] = hoursOf(quarters, timeZone).sort((a, b) => b.amount - a.amount || a.hour - b.hour)
  return peak
}

function compareCodes(a: { code: string; rate?: string | null }, b: { code: string; rate?: string | null }): number {
  const [left, right] = [`${a.code} ${a.rate ?? ""}`, `${b.code} ${b.rate ?? ""}`]
  return left < right ? -1 : left > right ? 1 : 0
}
