/**
 * The money that an order moved: when, by which cashier and in which shift (docs/contract/cash.md#cash-reconciliations-version-2,
 * docs/contract/cash.md#cash-reconciliations-version-1).
 */
import { fromText, type Scaled, sum } from "../../money.ts"
import type { Refund } from "../../shapes/cancellation.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { isMoment, isWithin, toUtc } from "../../time.ts"
import { refundsOf } from "../cancellation/money-to-return.ts"
import { conflictsOf } from "../orders/order-conflicts.ts"

export const CASH = "CASH"
const REGISTERS: readonly string[] = ["POS", "KIOSK"]

/** One payment that a cashier took, or gave back with a negative amount. */
export interface MoneyMove {
  /** Unique within the order. */
  readonly key: string
  /** The shift in which the money moved; null if none was open. */
  readonly shiftId: string | null
  /** In UTC. */
  readonly at: string
  readonly operatorUid: string | null
  readonly method: string
  readonly currency: string
  readonly amount: Scaled
  /** Of a refund: the day on which it happened. Any other move belongs to the day of its order. */
  readonly businessDayDate?: string
}

/**
 * All money moves of an order. Approved tenders count at their own moment for their cashier, or the order's cashier if they name none.
 * A prepaid order at a register counts at its creation. A cancelled order gives everything back at the moment of its cancellation, at
 * the same cashier's expense. A second payment counts when it was taken; a recorded refund when it was taken out of a drawer.
 */
export function movesOf(order: OrderRecord): MoneyMove[] {
  const shifts = new Map(order.moneyShifts?.map(({ move, shiftId }) => [move, shiftId]))
  return movesWithoutShift(order).map((move) => ({ ...move, shiftId: shifts.get(move.key) ?? null }))
}

type MoveWithoutShift = Omit<MoneyMove, "shiftId">

function movesWithoutShift(order: OrderRecord): MoveWithoutShift[] {
  const taken = [...tenderMoves(order), ...prepaidMoves(order), ...saleRefundMoves(order)]
  if (order.status !== "CANCELLED") return [...taken, ...secondPaymentMoves(order)]
  const at = cancelledAt(order)
  const returned = (move: MoveWithoutShift) => ({
    ...move,
    key: `returned ${move.key}`,
    at: at < move.at ? move.at : at,
    amount: -move.amount,
  })
  return [...taken, ...taken.map(returned), ...refundMoves(order), ...secondPaymentMoves(order)]
}

/** Stores on the order the shift of each move that `before` does not have. `shiftOf` decides; no clock is involved. */
export function markShifts(
  before: OrderRecord | null,
  after: OrderRecord,
  shiftOf: (move: MoneyMove) => string | null,
): OrderRecord {
  const known = new Set(before ? movesOf(before).map(({ key }) => key) : [])
  const marks = movesOf(after)
    .filter(({ key, shiftId }) => shiftId === null && !known.has(key))
    .map((move) => ({ move: move.key, shiftId: shiftOf(move) }))
    .filter((mark): mark is { move: string; shiftId: string } => mark.shiftId !== null)
  return marks.length === 0 ? after : { ...after, moneyShifts: [...(after.moneyShifts ?? []), ...marks] }
}

/** The time of a shift; start inclusive, end exclusive, so that two shifts never share a sale. */
export interface CashWindow {
  readonly shiftStart: string
  readonly shiftEnd: string
  readonly currency: string
  readonly operatorUid?: string | undefined
}

/** Cash that these orders put into the drawer during a window, minus what they took out. Scaled. */
export function cashSalesOf(orders: Iterable<OrderRecord>, window: CashWindow): Scaled {
  const cash = movesWithin(orders, window).filter(
    ({ method, currency }) => method === CASH && currency === window.currency,
  )
  return sum(cash.map(({ amount }) => amount))
}

/** Cash that these orders put into the drawer during a shift, minus what they took out. Scaled. */
export function cashOfShift(
  orders: Iterable<OrderRecord>,
  { shiftId, currency }: { readonly shiftId: string; readonly currency: string },
): Scaled {
  const cash = [...orders]
    .flatMap(movesOf)
    .filter((move) => move.shiftId === shiftId && move.method === CASH && move.currency === currency)
  return sum(cash.map(({ amount }) => amount))
}

/** Whether the cashier of the window sold anything in it, by any method and in any currency. True if the window names no cashier. */
export function operatorHasSales(orders: Iterable<OrderRecord>, window: CashWindow): boolean {
  return window.operatorUid === undefined || movesWithin(orders, window).length > 0
}

function movesWithin(orders: Iterable<OrderRecord>, { shiftStart, shiftEnd, operatorUid }: CashWindow): MoneyMove[] {
  return [...orders]
    .flatMap(movesOf)
    .filter(({ at }) => isWithin(at, shiftStart, shiftEnd))
    .filter((move) => operatorUid === undefined || move.operatorUid === operatorUid)
}

/** Whether the order was paid in the store when it was created. */
export function isAtRegister({ channel }: Pick<OrderRecord, "channel">): boolean {
  return REGISTERS.includes(channel.toUpperCase())
}

function tenderMoves(order: OrderRecord): MoveWithoutShift[] {
  return order.payments
    .filter(({ status }) => status === "approved")
    .map((tender) => ({
      key: `tender ${tender.transactionId}`,
      at: toUtc(tender.occurredAt),
      operatorUid: tender.operatorUid ?? order.operatorUid,
      method: tender.method,
      currency: tender.currencyCode,
      amount: fromText(tender.amount),
    }))
}

function prepaidMoves(order: OrderRecord): MoveWithoutShift[] {
  if (!(order.settlement?.origin === "intake" && isAtRegister(order))) return []
  const { operatorUid, currencyCode: currency } = order
  const at = toUtc(order.createdAt)
  return order.paymentMethods.map(({ method, amount }, position) => ({
    key: `prepaid ${position}`,
    at,
    operatorUid,
    method,
    currency,
    amount: fromText(amount),
  }))
}

/** Refunds that a cashier made of a completed sale. A provider's refund has no cashier and moves no cash. */
function saleRefundMoves({ refunds = [], currencyCode: currency }: OrderRecord): MoveWithoutShift[] {
  return refunds.flatMap(({ refundId, at, operatorUid, businessDayDate, tenders }) => {
    if (operatorUid === undefined) return []
    return tenders.map(({ method, amount }, position) => ({
      key: `refunded ${refundId} ${position}`,
      at: toUtc(at),
      operatorUid,
      method,
      currency,
      amount: -fromText(amount),
      businessDayDate,
    }))
  })
}

function refundMoves(order: OrderRecord): MoveWithoutShift[] {
  return refundsOf(order).flatMap((refund, position) =>
    drawerRefundMove(`refund ${position}`, refund, order.currencyCode),
  )
}

/** Second payments and their refunds. A conflict that was resolved without a refund was no second payment. */
function secondPaymentMoves(order: OrderRecord): MoveWithoutShift[] {
  return conflictsOf(order).flatMap((conflict) => {
    const { key, takenAt, operatorUid = order.operatorUid, method, amount, refund } = conflict
    const { currencyCode: currency = order.currencyCode } = conflict
    if (method === undefined || amount === undefined || (conflict.resolved && !refund)) return []
    const second = { key: `second ${key}`, operatorUid, method, currency, amount: fromText(amount) }
    const taken = takenAt === undefined ? [] : [{ ...second, at: toUtc(takenAt) }]
    return refund ? [...taken, ...drawerRefundMove(`refund of ${key}`, refund, currency)] : taken
  })
}

function drawerRefundMove(key: string, { amount, recorded }: Refund, currency: string): MoveWithoutShift[] {
  if (recorded?.source !== "drawer") return []
  const { at, operatorUid } = recorded
  return [{ key, at: toUtc(at), operatorUid, method: CASH, currency, amount: -fromText(amount) }]
}

function cancelledAt({ metadata, updatedAt }: OrderRecord): string {
  const at = (metadata.cancellation as { at?: unknown } | undefined)?.at
  return toUtc(typeof at === "string" && isMoment(at) ? at : updatedAt)
}
