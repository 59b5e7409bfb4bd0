/** The figures of a business day, from the rows that its orders added, and what its close does to orders still open (docs/contract/printing.md#print-the-day-close). */
import { divideRounded, type Scaled } from "../../money.ts"
import type { DayFigures, LateArrivals } from "../../shapes/business-day.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import { localTime } from "../../time.ts"
import type { Created } from "../orders/injection.ts"
import { orderStateOf } from "../orders/order-states.ts"
import { addRows, type DayRow, type RowKind, rowsOfOrder } from "./day-rows.ts"

type Locale = Pick<Store, "currency" | "timeZone">

/**
 * `gross` is all that was charged, and what the rows of methods and of channels each add up to; `net` is gross without tax and tips.
 * An order's own TAX total is believed over its lines. The average is gross by transactions, half up.
 *
 * One entry per currency that was sold in, the store's own first and there also when nothing was sold. The order of the orders
 * does not matter: hub and store find the same figures, to the row.
 */
export function figuresOf(orders: Iterable<OrderRecord>, store: Locale): DayFigures[] {
  return figuresOfRows([...orders].flatMap(rowsOfOrder), store)
}

/** The same, from rows that were kept as the sales happened; they are of one day. */
export function figuresOfRows(kept: Iterable<DayRow>, store: Locale): DayFigures[] {
  const rows = addRows(kept)
  const others = new Set(rows.map(({ currencyCode }) => currencyCode))
  others.delete(store.currency)
  return [store.currency, ...[...others].sort()].map((currencyCode) =>
    figuresIn(
      currencyCode,
      rows.filter((row) => row.currencyCode === currencyCode),
      store,
    ),
  )
}

/** The cash sales of a day in one currency, of one cashier or, without a name, of all. Scaled. */
export function cashOfDay(rows: Iterable<DayRow>, currency: string, operatorUid?: string): Scaled {
  return [...rows]
    .filter(({ kind, currencyCode, code }) => kind === "cash" && currencyCode === currency && isOf(code, operatorUid))
    .reduce((all, { amount }) => all + amount, 0)
}

function isOf(code: string, operatorUid: string | undefined): boolean {
  return operatorUid === undefined || code === operatorUid
}

/** What has come to a day since it was closed, by currency: told beside the figures of the close, never put into them. */
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
 * Closing the day: open and unpaid → force-closed; open but paid on intake → completed, handed over. null: nothing changes, neither
 * for what is closed nor while a provider is giving the money back.
 */
export function dayCloseStep(order: OrderRecord, now: string): Created | null {
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

function figuresIn(currencyCode: string, rows: readonly DayRow[], { timeZone }: Locale): DayFigures {
  const of = (kind: RowKind) => rows.filter((row) => row.kind === kind)
  const extra = (wanted: string) => amountIn(of("extra").filter(({ code }) => code === wanted))
  const [channels, taxes] = [of("channel"), of("tax")]
  const transactions = channels.reduce((all, row) => all + row.transactions, 0)
  const refunds = of("refund").map(counted).sort(byCode)
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
    taxes: taxes.map(({ code, rate, amount }) => ({ code, rate: rate === "" ? null : rate, amount })).sort(byCode),
    methods: of("method").map(counted).sort(byCode),
    channels: channels.map(counted).sort(byCode),
    peakHour: peakOf(of("quarter"), timeZone),
    cancellations: tallyOf(of("cancelled")),
    forceClosed: tallyOf(of("forced")),
    ...(refunds.length > 0 && { refunds }),
  }
}

function amountIn(rows: readonly DayRow[]): Scaled {
  return rows.reduce((all, { amount }) => all + amount, 0)
}

function counted({ code, transactions, amount }: DayRow) {
  return { code, transactions, amount }
}

function tallyOf(rows: readonly DayRow[]): DayFigures["cancellations"] {
  return { transactions: rows.reduce((all, { transactions }) => all + transactions, 0), amount: amountIn(rows) }
}

/** The hour, by the store's clock, with the most money; of equals the earlier one. */
function peakOf(quarters: readonly DayRow[], timeZone: string): DayFigures["peakHour"] {
  const hours = new Map<number, { transactions: number; amount: Scaled }>()
  for (const { code, transactions, amount } of quarters) {
    const { hour } = localTime(`${code}:00.000Z`, timeZone)
    const known = hours.get(hour) ?? { transactions: 0, amount: 0 }
    hours.set(hour, { transactions: known.transactions + transactions, amount: known.amount + amount })
  }
  const ranked = [...hours].sort(([hourA, a], [hourB, b]) => b.amount - a.amount || hourA - hourB)
  const [peak] = ranked
  return peak ? { hour: peak[0], ...peak[1] } : null
}

function byCode(a: { code: string; rate?: string | null }, b: { code: string; rate?: string | null }): number {
  const [left, right] = [`${a.code} ${a.rate ?? ""}`, `${b.code} ${b.rate ?? ""}`]
  return left < right ? -1 : left > right ? 1 : 0
}
