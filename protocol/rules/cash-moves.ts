/** The money that an order moved, moment by moment: what counts of it in a shift, and for whom (document 2, *Cash reconciliations v2*; decisions §7). */
import { fromText, type Scaled, sum } from "../money.ts"
import type { OrderRecord } from "../shapes/order.ts"
import { isMoment, isWithin, toUtc } from "../time.ts"

export const CASH = "CASH"
const REGISTERS: readonly string[] = ["POS", "KIOSK"]

/** One payment that a cashier took, or gave back: then its amount is negative. */
export interface MoneyMove {
  /** UTC. */
  readonly at: string
  readonly operatorUid: string | null
  readonly method: string
  readonly currency: string
  /** Scaled. */
  readonly amount: Scaled
}

/**
 * Approved tenders by their own moment and cashier (one that names none is its order's cashier's); what was prepaid at a register by
 * the order's creation and cashier. A cancelled order gave back what it took, when it was cancelled and to the same cashier's debit:
 * in the shift of the sale it comes to nothing, in a later one it lowers what that drawer should hold.
 */
export function movesOf(order: OrderRecord): MoneyMove[] {
  const taken = [...tendered(order), ...prepaid(order)]
  if (order.status !== "CANCELLED") return taken
  const at = cancelledAt(order)
  return [...taken, ...taken.map((move) => ({ ...move, at: at < move.at ? move.at : at, amount: -move.amount }))]
}

/** A drawer's time; start inclusive, end exclusive, so that two shifts never share a sale. */
export interface CashWindow {
  readonly shiftStart: string
  readonly shiftEnd: string
  readonly currency: string
  readonly operatorUid?: string | undefined
}

/** What the moves of these orders put into the drawer in a window, less what they took out. Scaled. */
export function cashSalesOf(orders: Iterable<OrderRecord>, window: CashWindow): Scaled {
  const cash = within(orders, window).filter(({ method, currency }) => method === CASH && currency === window.currency)
  return sum(cash.map(({ amount }) => amount))
}

/** Whether a cashier sold anything in a window, by any method and in any currency: one who did not has no sales to declare. */
export function operatorHasSales(orders: Iterable<OrderRecord>, window: CashWindow): boolean {
  return window.operatorUid === undefined || within(orders, window).length > 0
}

function within(orders: Iterable<OrderRecord>, { shiftStart, shiftEnd, operatorUid }: CashWindow): MoneyMove[] {
  return [...orders]
    .flatMap(movesOf)
    .filter(({ at }) => isWithin(at, shiftStart, shiftEnd))
    .filter((move) => operatorUid === undefined || move.operatorUid === operatorUid)
}

function tendered(order: OrderRecord): MoneyMove[] {
  return order.payments
    .filter(({ status }) => status === "approved")
    .map((tender) => ({
      at: toUtc(tender.occurredAt),
      operatorUid: tender.operatorUid ?? order.operatorUid,
      method: tender.method,
      currency: tender.currencyCode,
      amount: fromText(tender.amount),
    }))
}

function prepaid(order: OrderRecord): MoneyMove[] {
  const atRegister = order.settlement?.origin === "intake" && REGISTERS.includes(order.channel.toUpperCase())
  if (!atRegister) return []
  const { operatorUid, currencyCode: currency } = order
  const at = toUtc(order.createdAt)
  return order.paymentMethods.map(({ method, amount }) => ({
    at,
    operatorUid,
    method,
    currency,
    amount: fromText(amount),
  }))
}

function cancelledAt({ metadata, updatedAt }: OrderRecord): string {
  const at = (metadata.cancellation as { at?: unknown } | undefined)?.at
  return toUtc(typeof at === "string" && isMoment(at) ? at : updatedAt)
}
