/** The figures of a business day, as a fold over its orders, and what its close does to orders still open (document 2, *Print the day close*). */
import { divideRounded, fromText, multiplyDivide, SCALE, type Scaled, scaleMajor } from "../money.ts"
import type { DayFigures } from "../shapes/business-day.ts"
import type { OrderLine, OrderRecord } from "../shapes/order.ts"
import type { Store } from "../shapes/store.ts"
import { localTime } from "../time.ts"
import type { Created } from "./injection.ts"
import { orderStateOf } from "./order-states.ts"

type Locale = Pick<Store, "currency" | "timeZone">

/** Figures while they are being added up: hours are kept until the peak is asked for. */
interface Tally extends Omit<DayFigures, "averageTicket" | "peakHour"> {
  readonly hours: Map<number, { transactions: number; amount: Scaled }>
}

/**
 * Counts every settled order, also one that is still to be handed over; cancelled and force-closed ones stand in tallies of their
 * own. `gross` is all that was charged, and what the rows of methods and of channels each add up to; `net` is gross without tax
 * and tips. An order's own TAX total is believed over its lines. The average is gross by transactions, half up.
 *
 * One entry per currency that was sold in, the store's own first and there also when nothing was sold. The order of the orders
 * does not matter: hub and store find the same figures, to the row.
 */
export function figuresOf(orders: Iterable<OrderRecord>, store: Locale): DayFigures[] {
  const own = emptyTally(store.currency)
  const tallies = new Map([[store.currency, own]])
  for (const order of orders) {
    const tally = tallies.get(order.currencyCode) ?? emptyTally(order.currencyCode)
    tallies.set(order.currencyCode, tally)
    addOrder(tally, order, store)
  }
  const others = [...tallies.values()].filter((tally) => tally !== own)
  return [own, ...others.sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1))].map(finish)
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

function emptyTally(currencyCode: string): Tally {
  return {
    currencyCode,
    transactions: 0,
    gross: 0,
    discount: 0,
    tax: 0,
    net: 0,
    tips: 0,
    delivery: 0,
    taxes: [],
    methods: [],
    channels: [],
    cancellations: { transactions: 0, amount: 0 },
    forceClosed: { transactions: 0, amount: 0 },
    hours: new Map(),
  }
}

/** Adds one order; the tally is the caller's own and is changed in place. */
function addOrder(tally: Mutable<Tally>, order: OrderRecord, { timeZone }: Locale): void {
  const total = amountOf(order, "TOTAL")
  // Money on its way back is no sale of this day; should the provider refuse, it becomes one of the next.
  if (order.status === "CANCELLED" || order.cancelling) count(tally.cancellations, total)
  else if (order.status === "FORCE_CLOSED") count(tally.forceClosed, total)
  else if (order.status === "COMPLETED" || order.settlement?.status === "settled")
    addSale(tally, order, total, timeZone)
}

function addSale(tally: Mutable<Tally>, order: OrderRecord, total: Scaled, timeZone: string): void {
  const tax = taxOf(order)
  tally.transactions += 1
  tally.gross += total
  tally.discount += Math.abs(amountOf(order, "DISCOUNT"))
  tally.tax += tax
  tally.net += total - tax - amountOf(order, "TIP")
  tally.tips += amountOf(order, "TIP")
  tally.delivery += amountOf(order, "DELIVERY")
  for (const row of taxRows(order, tax)) addTax(tally.taxes, row)
  for (const [method, amount] of methodsOf(order)) addRow(tally.methods, method, amount)
  addRow(tally.channels, order.channel, total)
  // By creation: an order that the day's close hands over is completed then, but was sold when the guest came.
  const { hour } = localTime(order.createdAt, timeZone)
  const at = tally.hours.get(hour) ?? { transactions: 0, amount: 0 }
  count(at, total)
  tally.hours.set(hour, at)
}

function finish({ hours, ...tally }: Tally): DayFigures {
  return {
    ...tally,
    taxes: [...tally.taxes].sort(byCode),
    methods: [...tally.methods].sort(byCode),
    channels: [...tally.channels].sort(byCode),
    averageTicket: tally.transactions === 0 ? 0 : divideRounded(tally.gross, tally.transactions),
    peakHour: peakOf(hours),
  }
}

/** The hour with the most money; of equals the earlier one. */
function peakOf(hours: Tally["hours"]): DayFigures["peakHour"] {
  const ranked = [...hours].sort(([hourA, a], [hourB, b]) => b.amount - a.amount || hourA - hourB)
  const [peak] = ranked
  return peak ? { hour: peak[0], ...peak[1] } : null
}

function amountOf(order: OrderRecord, code: string): Scaled {
  return order.totals.filter((total) => total.code === code).reduce((all, { amount }) => all + fromText(amount), 0)
}

/** The TAX total is the order's own word; lines speak where there is none. */
function taxOf(order: OrderRecord): Scaled {
  const stated = order.totals.some(({ code }) => code === "TAX")
  return stated ? amountOf(order, "TAX") : totalTax(lineTaxes(order))
}

interface TaxRow {
  readonly code: string
  readonly rate: string | null
  readonly amount: Scaled
}

/**
 * By code and rate from the lines, together always the order's tax: amounts that lines state stand as they are, rates without an
 * amount share what the TAX total leaves for them, and a difference that no rate explains is a row of its own, never hidden.
 */
function taxRows(order: OrderRecord, tax: Scaled): TaxRow[] {
  const rows = lineTaxes(order)
  const stated = rows.filter(({ isStated }) => isStated)
  const guessed = rows.filter(({ isStated }) => !isStated)
  const left = tax - totalTax(stated)
  const shared = share(left, guessed)
  const rest = left - totalTax(shared)
  return [...stated, ...shared, ...(rest === 0 ? [] : [{ code: "TAX", rate: null, amount: rest }])]
}

/** In proportion to the rows' own amounts, to the last digit; rows that weigh nothing or less stay as they are. */
function share(amount: Scaled, rows: readonly TaxRow[]): readonly TaxRow[] {
  const weight = totalTax(rows)
  if (weight === 0 || rows.some((row) => row.amount < 0)) return rows
  let [before, given] = [0, 0]
  return rows.map((row) => {
    before += row.amount
    const until = multiplyDivide(amount, before, weight)
    const part = until - given
    given = until
    return { ...row, amount: part }
  })
}

function totalTax(rows: readonly TaxRow[]): Scaled {
  return rows.reduce((all, { amount }) => all + amount, 0)
}

function lineTaxes(order: OrderRecord): (TaxRow & { readonly isStated: boolean })[] {
  return order.orderLines.flatMap((line) =>
    line.taxes.map(({ code, rate, amount }) => ({
      code,
      rate,
      isStated: amount !== null,
      amount: amount === null ? taxByRate(line, rate) : fromText(amount),
    })),
  )
}

/** A line that names a rate alone: the rate on quantity × unit price, modifiers left out as the line states them apart. */
function taxByRate(line: OrderLine, rate: string | null): Scaled {
  const scaledRate = rate === null ? null : scaleMajor(rate)
  if (scaledRate === null) return 0
  const quantity = Math.round(line.quantity * SCALE)
  return multiplyDivide(multiplyDivide(fromText(line.unitPrice), quantity, SCALE), scaledRate, SCALE)
}

/** A method that an order names twice is one row's one transaction. */
function methodsOf({ paymentMethods }: OrderRecord): Map<string, Scaled> {
  const byMethod = new Map<string, Scaled>()
  for (const { method, amount } of paymentMethods) {
    byMethod.set(method, (byMethod.get(method) ?? 0) + fromText(amount))
  }
  return byMethod
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function count(at: { transactions: number; amount: Scaled }, amount: Scaled): void {
  at.transactions += 1
  at.amount += amount
}

function addRow(rows: DayFigures["methods"], code: string, amount: Scaled): void {
  const known = rows.find((row) => row.code === code)
  if (known) count(known, amount)
  else rows.push({ code, transactions: 1, amount })
}

function addTax(rows: DayFigures["taxes"], { code, rate, amount }: TaxRow): void {
  const known = rows.find((row) => row.code === code && row.rate === rate)
  if (known) known.amount += amount
  else rows.push({ code, rate, amount })
}

function byCode(a: { code: string; rate?: string | null }, b: { code: string; rate?: string | null }): number {
  const [left, right] = [`${a.code} ${a.rate ?? ""}`, `${b.code} ${b.rate ?? ""}`]
  return left < right ? -1 : left > right ? 1 : 0
}
