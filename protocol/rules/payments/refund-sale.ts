/**
 * Refunds of a completed sale: how much can still be refunded, and the order's record of each refund
 * (docs/contract/cancellation.md#refund-a-completed-order).
 */
import { fromText, multiplyDivide, SCALE, type Scaled, sum, toText } from "../../money.ts"
import { decimalsOf } from "../../print/format.ts"
import { type Fault, invalid, type Refusal, refuse } from "../../refusals.ts"
import type { OrderLine, OrderRecord, OrderRefund, PaidMethod } from "../../shapes/order.ts"
import { amountOf } from "../business-day/day-taxes.ts"
import { CASH } from "../cash/cash-moves.ts"
import { checkOrderSize } from "../orders/order-size.ts"
import { orderStateOf } from "../orders/order-states.ts"

/** Totals that belong to no line. */
const NOT_OF_LINES = ["TIP", "DELIVERY"] as const
const SCALE_DECIMALS = 4
const VOID_MS = 10 * 60_000

export interface RefundedLine {
  readonly lineId: string
  /** At most four decimals, above 0. */
  readonly quantity: number
}

/** What the cashier asks for: some lines, an amount, or (with neither) all that is left. Amounts are scaled. */
export interface SaleRefundRequest {
  readonly refundId: string
  readonly reason: string
  readonly lines?: readonly RefundedLine[] | undefined
  readonly amount?: Scaled | undefined
  /** How the guest gets all of it back. Default: the way it was paid, in the order of the payments. */
  readonly method?: string | undefined
}

export interface SaleRefundContext {
  /** The day in which the store is now. */
  readonly businessDayDate: string
  readonly by: string
  readonly approvedBy: string | null
  readonly operatorUid: string | null
  /** Methods whose money a provider took: only the hub can return it. */
  readonly providerMethods: readonly string[]
  readonly now: string
}

/** How much of an order can still be refunded. Amounts are scaled. */
export interface Refundable {
  readonly amount: Scaled
  readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly amount: Scaled }[]
  readonly methods: readonly { readonly method: string; readonly amount: Scaled }[]
}

export type SaleRefundRefusal = Refusal<"VALIDATION_ERROR" | "CONFLICT" | "REFUND_FAILED" | "PAYLOAD_TOO_LARGE">

/** How much of an order can still be refunded: nothing if it is not completed, because an open order is cancelled instead. */
export function refundableOf(order: OrderRecord): Refundable {
  const methods = leftByMethod(order)
  const amount = sum(methods.values())
  if (order.status !== "COMPLETED" || amount === 0) return { amount: 0, lines: [], methods: [] }
  const lines = order.orderLines.flatMap((line) => {
    const { lineId } = line
    const quantity = roundQuantity(line.quantity - refundedQuantity(order, lineId))
    return quantity > 0 ? [{ lineId, quantity, amount: costOf(order, line, quantity) }] : []
  })
  return {
    amount,
    lines,
    methods: [...methods].map(([method, left]) => ({ method, amount: left })).filter((row) => row.amount > 0),
  }
}

/** The order with one more refund. A repeat of a known `refundId` returns the order as it is. */
export function refundSale(
  order: OrderRecord,
  request: SaleRefundRequest,
  context: SaleRefundContext,
): OrderRecord | SaleRefundRefusal {
  const { refundId, reason, lines } = request
  const { refunds: known = [] } = order
  if (known.some((refund) => refund.refundId === refundId)) return order
  if (order.status !== "COMPLETED") {
    const message = `The order ${order.orderCode} is not completed. Cancel it instead.`
    return refuse("CONFLICT", message, { data: { orderStatus: order.status } })
  }
  const left = refundableOf(order)
  const faults = lines ? lineFaults(lines, left) : []
  if (faults.length > 0) return invalid(...faults)
  const amount = amountAsked(order, request, left)
  if (amount <= 0) return refuse("CONFLICT", `Nothing of the order ${order.orderCode} can be refunded.`)
  if (amount > left.amount) {
    const data = { left: toText(left.amount) }
    return refuse("CONFLICT", `More is asked for than is left of the order ${order.orderCode}.`, { data })
  }
  const { method } = request
  const tenders = method === undefined ? paidTenders(left, amount) : [{ method, amount }]
  const refused = tendersRefusal(tenders, { left, providerMethods: context.providerMethods })
  if (refused) return refused
  const { now: at, businessDayDate, by, approvedBy, operatorUid } = context
  const refund: OrderRefund = {
    ...{ refundId, at, businessDayDate, by, approvedBy, operatorUid, reason, amount: toText(amount) },
    ...(lines && { lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })) }),
    tenders: tenders.map(({ method, amount: part }) => ({ method, amount: toText(part), provider: null })),
  }
  const after = withRefunds(order, [...known, refund], at)
  return checkOrderSize(after) ?? after
}

/** Returns the time until which one key may void the whole sale; null if that is over, on another day, or after a first refund. */
export function voidUntil(order: OrderRecord, { today, now }: { today: string; now: string }): string | null {
  const { status, completedAt, businessDayDate, refunds = [] } = order
  if (status !== "COMPLETED" || completedAt === null || businessDayDate !== today || refunds.length > 0) return null
  const until = new Date(Date.parse(completedAt) + VOID_MS).toISOString()
  return until > now ? until : null
}

/** Returns the order with these refunds and their sum in `metadata.refunded`. */
export function withRefunds(order: OrderRecord, refunds: readonly OrderRefund[], now: string): OrderRecord {
  const refunded = toText(sum(refunds.map(({ amount }) => fromText(amount))))
  const metadata = { ...order.metadata, refunded }
  return { ...order, refunds: [...refunds], metadata, sequence: order.sequence + 1, updatedAt: now }
}

/** Whether the order is paid and not cancelled. */
export function isPaidSale(order: OrderRecord): boolean {
  return ["COMPLETED", "OPEN, paid"].includes(orderStateOf(order))
}

/** Whether the refunds reach the order's total. */
export function isFullyRefunded({ refunds = [], totals }: OrderRecord): boolean {
  const total = totals.find(({ code }) => code === "TOTAL")?.amount
  return total !== undefined && sum(refunds.map(({ amount }) => fromText(amount))) >= fromText(total)
}

type PricedOrder = Pick<OrderRecord, "orderLines" | "totals" | "currencyCode" | "refunds">

/** What the lines of a refund come to. Throws for a line that the order does not have. Scaled. */
export function costOfLines(order: PricedOrder, lines: readonly RefundedLine[]): Scaled {
  return sum(lines.map(({ lineId, quantity }) => costOf(order, lineOf(order, lineId), quantity)))
}

function amountAsked(order: OrderRecord, { lines, amount }: SaleRefundRequest, left: Refundable): Scaled {
  return lines ? costOfLines(order, lines) : (amount ?? left.amount)
}

function lineFaults(lines: readonly RefundedLine[], left: Refundable): Fault[] {
  const faults = lines.flatMap(({ lineId, quantity }, index): Fault[] => {
    const path = `lines[${index}]`
    if (lines.findIndex((line) => line.lineId === lineId) !== index) {
      return [{ path: `${path}.lineId`, message: "is named twice" }]
    }
    const line = left.lines.find((one) => one.lineId === lineId)
    if (!line) return [{ path: `${path}.lineId`, message: "is no line of the order, or was refunded already" }]
    if (quantity <= line.quantity) return []
    return [{ path: `${path}.quantity`, message: `is more than the ${line.quantity} that can still be refunded` }]
  })
  return lines.length > 0 ? faults : [{ path: "lines", message: "must name a line" }]
}

/** Refuses methods of a provider, and more than a method has left. Cash may replace any method of the store. */
function tendersRefusal(
  tenders: readonly RefundTender[],
  { left, providerMethods }: { left: Refundable; providerMethods: readonly string[] },
): SaleRefundRefusal | null {
  const provided = tenders.find(({ method }) => providerMethods.includes(method))
  if (provided) {
    const why = `${provided.method} was paid through a provider, and only the provider can return it.`
    return refuse("REFUND_FAILED", why, { data: { method: provided.method } })
  }
  const inCash = left.methods.filter(({ method }) => !providerMethods.includes(method))
  const limits = new Map(left.methods.map((row) => [row.method, row.amount]))
  limits.set(CASH, sum(inCash.map((row) => row.amount)))
  const beyond = tenders.find(({ method, amount }) => amount > (limits.get(method) ?? 0))
  return beyond ? invalid({ path: "method", message: `${beyond.method} has less left to refund` }) : null
}

function paidTenders({ methods }: Refundable, amount: Scaled): RefundTender[] {
  let open = amount
  return methods.flatMap(({ method, amount: left }) => {
    const part = Math.min(open, left)
    open -= part
    return part > 0 ? [{ method, amount: part }] : []
  })
}

interface RefundTender {
  readonly method: string
  readonly amount: Scaled
}

/** What is left of each payment. Cash that was refunded for another method lowers that method. */
function leftByMethod({ paymentMethods, refunds = [] }: OrderRecord): Map<string, Scaled> {
  const left = new Map<string, Scaled>()
  const add = ({ method, amount }: PaidMethod, sign: 1 | -1) =>
    left.set(method, (left.get(method) ?? 0) + sign * fromText(amount))
  for (const paid of paymentMethods) add(paid, 1)
  for (const refunded of refunds.flatMap(({ tenders }) => tenders)) add(refunded, -1)
  for (const [method, amount] of left) {
    if (amount >= 0) continue
    left.set(method, 0)
    lower(left, -amount)
  }
  return left
}

function lower(left: Map<string, Scaled>, amount: Scaled): void {
  let open = amount
  for (const [method, rest] of left) {
    const part = Math.min(open, Math.max(rest, 0))
    left.set(method, rest - part)
    open -= part
  }
}

/**
 * The cost of a part of a line, with its taxes and its share of discounts. All lines add up to the order's goods, and the parts of a line to
 * the line, in any order of refunds.
 */
function costOf(order: PricedOrder, line: OrderLine, quantity: number): Scaled {
  const before = refundedQuantity(order, line.lineId)
  const whole = lineCost(order, line)
  const until = (pieces: number) => toCoin(multiplyDivide(whole, scaled(pieces), scaled(line.quantity)), order)
  return until(before + quantity) - until(before)
}

function lineCost(order: PricedOrder, line: OrderLine): Scaled {
  const goods = amountOf(order, "TOTAL") - sum(NOT_OF_LINES.map((code) => amountOf(order, code)))
  const weights = order.orderLines.map(weightOf)
  const all = sum(weights)
  if (all === 0) return 0
  const index = order.orderLines.indexOf(line)
  const until = (count: number) => toCoin(multiplyDivide(goods, sum(weights.slice(0, count)), all), order)
  return until(index + 1) - until(index)
}

/** A modifier is bought once with each piece. */
function weightOf({ unitPrice, quantity, modifiers }: OrderLine): Scaled {
  const extras = modifiers.map((one) => multiplyDivide(fromText(one.unitPrice), scaled(one.quantity), SCALE))
  return multiplyDivide(fromText(unitPrice) + sum(extras), scaled(quantity), SCALE)
}

function lineOf({ orderLines }: PricedOrder, lineId: string): OrderLine {
  const line = orderLines.find((one) => one.lineId === lineId)
  if (!line) throw new Error(`no line ${lineId}`)
  return line
}

function refundedQuantity({ refunds = [] }: PricedOrder, lineId: string): number {
  const lines = refunds.flatMap((refund) => refund.lines ?? []).filter((line) => line.lineId === lineId)
  return roundQuantity(lines.reduce((all, { quantity }) => all + quantity, 0))
}

function toCoin(amount: Scaled, { currencyCode }: PricedOrder): Scaled {
  const coin = 10 ** (SCALE_DECIMALS - decimalsOf(currencyCode))
  return multiplyDivide(amount, 1, coin) * coin
}

/** Quantities have at most four decimals. */
function scaled(quantity: number): number {
  return Math.round(quantity * SCALE)
}

function roundQuantity(quantity: number): number {
  return scaled(quantity) / SCALE
}
