/** One sale at the register, from the first tap to the box's word that it is saved. A pure reducer: what is, what happens, what becomes. */
import type { Refused } from "../../../protocol/client/index.ts"
import { type Scaled, sum } from "../../../protocol/money.ts"
import { addLine, type CartLine, lineTotal, setQuantity } from "../../../protocol/rules/orders/cart.ts"

export type Fulfillment = "DINE_IN" | "TAKE_AWAY"

/** A tender that the cashier has taken, kept until all of them are sent together. */
export interface TakenTender {
  /** Made once, so that a retry can never charge twice. */
  readonly transactionId: string
  readonly status: "approved" | "declined"
  readonly method: string
  readonly amount: Scaled
  /** Cash that the customer handed over; null for anything but cash. */
  readonly received: Scaled | null
  readonly declineReason: string | null
  readonly occurredAt: string
  /** It was taken before, and the box keeps it with the order: the box is told if it is given back. */
  readonly atBox?: boolean
}

/** An order that the box has already, from the list of open orders. */
export interface BoxOrder {
  readonly id: string
  readonly orderCode: string
  readonly total: Scaled
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
}

/** Why the box has said no. */
type SaleFault = Pick<Refused, "offline" | "refused" | "message" | "details" | "requestId"> &
  Partial<Pick<Refused, "data">>

/**
 * `selling` and `charging` can be changed. `saving`: it was sent, and until the box answers nobody knows, so nothing may change and
 * only the same is sent again. `saved`: the box has answered.
 */
export type Phase = "selling" | "charging" | "saving" | "saved"

export interface Sale {
  /** The order's external id, made once. */
  readonly orderId: string
  /** Given with the first sending, with the moment; null before. */
  readonly sent: { readonly orderCode: string; readonly createdAt: string } | null
  readonly fulfillment: Fulfillment
  readonly lines: readonly CartLine[]
  readonly order: BoxOrder | null
  readonly tenders: readonly TakenTender[]
  readonly phase: Phase
  readonly fault: SaleFault | null
  /** The order's UUID at the box, once it has answered. */
  readonly savedAs: string | null
  /** The window that has sent it, and prints its receipt if the register does so by itself. */
  readonly receiptBy?: string
  /** The method by which the saved sale is to be paid on the guest's own telephone. */
  readonly link?: string | null
  /** The tender whose outcome nobody knows: the box holds them all until somebody has said. */
  readonly doubt?: string | null
  /** The shift in which it was sent. */
  readonly shiftId?: string
}

export type SaleStep =
  | { readonly type: "add"; readonly line: CartLine }
  | { readonly type: "change"; readonly line: CartLine }
  | { readonly type: "quantity"; readonly lineId: string; readonly quantity: number }
  | { readonly type: "fulfillment"; readonly fulfillment: Fulfillment }
  | { readonly type: "charge" }
  /** With what was taken for it already and is not recorded yet. */
  | {
      readonly type: "chargeOrder"
      readonly order: BoxOrder
      readonly taken?: readonly TakenTender[]
      /** The external id of the sale that takes the place of one that is saved. */
      readonly orderId: string
    }
  | { readonly type: "back" }
  | { readonly type: "tender"; readonly tender: TakenTender }
  /** Nobody knows whether it was paid; one of a sale, which is sent once the rest of it is taken as well. */
  | { readonly type: "doubt"; readonly tender: TakenTender }
  | { readonly type: "untender"; readonly transactionId: string }
  | { readonly type: "link"; readonly method: string }
  | {
      readonly type: "send"
      readonly orderCode: string
      readonly at: string
      readonly window: string
      readonly shiftId?: string
    }
  | { readonly type: "refused"; readonly fault: SaleFault; readonly orderAtBox: boolean }
  | { readonly type: "saved"; readonly id: string }
  | { readonly type: "restart"; readonly orderId: string }
  /** Another window of this register has changed the sale. */
  | { readonly type: "adopt"; readonly sale: Sale }

const FINISHED_SHOWN_MS = 5 * 60_000

export function newSale(orderId: string, fulfillment: Fulfillment = "DINE_IN"): Sale {
  return {
    orderId,
    sent: null,
    fulfillment,
    lines: [],
    order: null,
    tenders: [],
    phase: "selling",
    fault: null,
    savedAs: null,
  }
}

export function totalOf({ order, lines }: Pick<Sale, "order" | "lines">): Scaled {
  return order ? order.total : sum(lines.map(lineTotal))
}

export function dueOf(sale: Pick<Sale, "order" | "lines" | "tenders">): Scaled {
  const approved = sale.tenders.filter(({ status }) => status === "approved")
  return totalOf(sale) - sum(approved.map(({ amount }) => amount))
}

/** Whether the tenders taken so far settle the sale; one is needed even for a total of zero. */
export function isSettled(sale: Pick<Sale, "order" | "lines" | "tenders">): boolean {
  return dueOf(sale) === 0 && sale.tenders.some(({ status }) => status === "approved")
}

export function changeOf({ tenders }: Pick<Sale, "tenders">): Scaled {
  return sum(tenders.map(({ received, amount }) => (received === null ? 0 : received - amount)))
}

/** The lines can be touched only before the first sending: afterwards the box may have them. */
function isCartOpen({ sent, order, phase }: Sale): boolean {
  return sent === null && order === null && phase === "selling"
}

/** The line that was put in or changed last; null where lines were only taken off. */
export function changedLine(before: readonly CartLine[], after: readonly CartLine[]): string | null {
  return after.findLast((line) => !before.includes(line))?.lineId ?? null
}

/** What of the sale nobody knows whether it was paid. */
export function amountInDoubt({ tenders, doubt }: Pick<Sale, "tenders" | "doubt">): Scaled {
  return tenders.find(({ transactionId }) => transactionId === doubt)?.amount ?? 0
}

/** Whether a page that is opened again goes on with it. A finished one stands there for its change, but not for the next shift. */
export function isInHand({ phase, sent }: Pick<Sale, "phase" | "sent">, now: string): boolean {
  return phase !== "saved" || (sent !== null && Date.parse(now) - Date.parse(sent.createdAt) < FINISHED_SHOWN_MS)
}

/** Whether the register has anything in hand: lines, a payment, or what became of it. */
export function hasBegun({ phase, lines }: Pick<Sale, "phase" | "lines">): boolean {
  return phase !== "selling" || lines.length > 0
}

/** Whether a finished sale is one of a shift that is over: the register shows it no longer. `shiftId`: null while no shift is open. */
export function isOfPastShift(sale: Pick<Sale, "phase" | "shiftId">, shiftId: string | null): boolean {
  if (sale.phase !== "saved") return false
  return shiftId === null || (sale.shiftId !== undefined && sale.shiftId !== shiftId)
}

/** Whether an open order can be taken up: nothing is in hand, or what was is saved. */
export function isFree({ phase, lines }: Pick<Sale, "phase" | "lines">): boolean {
  return phase === "saved" || !hasBegun({ phase, lines })
}

export function canGoBack({ phase, sent, tenders }: Sale): boolean {
  return phase === "charging" && sent === null && !tenders.some(({ status }) => status === "approved")
}

export function stepSale(sale: Sale, step: SaleStep): Sale {
  if (step.type === "adopt") return step.sale
  if (step.type === "restart") return newSale(step.orderId, sale.fulfillment)
  if (sale.phase === "saved") {
    return step.type === "chargeOrder" ? edited(newSale(step.orderId, sale.fulfillment), step) : sale
  }
  if (sale.phase === "saving") return answered(sale, step)
  return edited(sale, step)
}

/** While a sale is out, only the box's answer moves it. */
function answered(sale: Sale, step: SaleStep): Sale {
  if (step.type === "saved") return { ...sale, phase: "saved", savedAs: step.id, fault: null }
  if (step.type !== "refused") return sale
  const stays = sale.tenders.length > 0 || sale.order !== null || step.orderAtBox
  const sent = step.orderAtBox && !sale.order ? sale.sent : null
  return { ...sale, link: null, phase: stays ? "charging" : "selling", fault: step.fault, sent }
}

function edited(sale: Sale, step: SaleStep): Sale {
  switch (step.type) {
    case "add":
    case "change":
    case "quantity":
    case "fulfillment":
      return isCartOpen(sale) ? { ...sale, ...cartStep(sale, step), fault: null } : sale
    case "charge":
      return sale.lines.length > 0 ? { ...sale, phase: "charging", fault: null } : sale
    case "chargeOrder":
      return sale.lines.length === 0 && sale.tenders.length === 0
        ? { ...sale, order: step.order, tenders: step.taken ?? [], phase: "charging", fault: null }
        : sale
    case "back":
      return goBack(sale)
    case "tender":
      return fits(sale, step.tender)
        ? { ...sale, link: null, tenders: [...sale.tenders, step.tender], fault: null }
        : sale
    case "link":
      return sale.phase === "charging" && sale.tenders.length === 0 ? { ...sale, link: step.method } : sale
    case "doubt":
      return fits(sale, step.tender) && !sale.doubt
        ? {
            ...sale,
            link: null,
            doubt: step.tender.transactionId,
            tenders: [...sale.tenders, step.tender],
            fault: null,
          }
        : sale
    case "untender":
      return {
        ...sale,
        doubt: sale.doubt === step.transactionId ? null : (sale.doubt ?? null),
        tenders: sale.tenders.filter((tender) => tender.transactionId !== step.transactionId),
      }
    case "send":
      return {
        ...sale,
        phase: "saving",
        fault: null,
        sent: sale.sent ?? { orderCode: sale.order?.orderCode ?? step.orderCode, createdAt: step.at },
        receiptBy: step.window,
        ...(step.shiftId !== undefined && { shiftId: step.shiftId }),
      }
    default:
      return sale
  }
}

function cartStep(sale: Sale, step: Extract<SaleStep, { type: "add" | "change" | "quantity" | "fulfillment" }>) {
  if (step.type === "add") return { lines: addLine(sale.lines, step.line) }
  if (step.type === "quantity") return { lines: setQuantity(sale.lines, step.lineId, step.quantity) }
  if (step.type === "fulfillment") return { fulfillment: step.fulfillment }
  return { lines: sale.lines.map((line) => (line.lineId === step.line.lineId ? step.line : line)) }
}

/** Out of the charge: not with money taken, and not to the cart of a sale that was sent. An order of the box is laid down again. */
function goBack(sale: Sale): Sale {
  if (!canGoBack(sale)) return sale
  const laidDown = sale.order ? { order: null, tenders: [] } : {}
  return { ...sale, ...laidDown, phase: "selling", fault: null }
}

function fits(sale: Sale, tender: TakenTender): boolean {
  return sale.phase === "charging" && (tender.status === "declined" || tender.amount <= dueOf(sale))
}
