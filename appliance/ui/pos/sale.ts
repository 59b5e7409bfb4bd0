/** One sale at the register, from the first product until the box has saved it, as a reducer. Pure. */
import type { Refused } from "../../../protocol/client/index.ts"
import { type Scaled, sum } from "../../../protocol/money.ts"
import { addLine, type CartLine, lineTotal, setQuantity } from "../../../protocol/rules/orders/cart.ts"

export type Fulfillment = "DINE_IN" | "TAKE_AWAY"

/** A tender that the cashier has taken. All are sent together. */
export interface TakenTender {
  /** Created once, so that a retry never charges twice. */
  readonly transactionId: string
  readonly status: "approved" | "declined"
  readonly method: string
  readonly amount: Scaled
  /** Cash that the customer handed over; null for other methods. */
  readonly received: Scaled | null
  readonly declineReason: string | null
  readonly occurredAt: string
  /** The box holds this tender with the order, so it must be returned there as well. */
  readonly atBox?: boolean
}

/** An open order of the box that is charged here. */
export interface BoxOrder {
  readonly id: string
  readonly orderCode: string
  readonly total: Scaled
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
}

/** The box's refusal of the sale. */
type SaleFault = Pick<Refused, "offline" | "refused" | "message" | "details" | "requestId"> &
  Partial<Pick<Refused, "data">>

/**
 * `selling` and `charging` can be changed. `saving`: the sale was sent and its outcome is unknown, so it must not change and the same sale
 * is sent again. `saved`: the box has it.
 */
export type Phase = "selling" | "charging" | "saving" | "saved"

export interface Sale {
  /** The order's external id, created once. */
  readonly orderId: string
  /** Set when the sale is sent for the first time. */
  readonly sent: { readonly orderCode: string; readonly createdAt: string } | null
  readonly fulfillment: Fulfillment
  readonly lines: readonly CartLine[]
  readonly order: BoxOrder | null
  readonly tenders: readonly TakenTender[]
  readonly phase: Phase
  readonly fault: SaleFault | null
  /** The order's id at the box. */
  readonly savedAs: string | null
  /** Id of the window that sent the sale. Only that window prints the automatic receipt. */
  readonly receiptBy?: string
  /** Method of the payment link, if the guest pays on the phone. */
  readonly link?: string | null
  /** Transaction id of a payment in doubt. The box holds all tenders until somebody settles it. */
  readonly doubt?: string | null
  /** The shift in which the sale was sent. */
  readonly shiftId?: string
}

export type SaleStep =
  | { readonly type: "add"; readonly line: CartLine }
  | { readonly type: "change"; readonly line: CartLine }
  | { readonly type: "quantity"; readonly lineId: string; readonly quantity: number }
  | { readonly type: "fulfillment"; readonly fulfillment: Fulfillment }
  | { readonly type: "charge" }
  /** `taken`: tenders that the box holds for the order. */
  | {
      readonly type: "chargeOrder"
      readonly order: BoxOrder
      readonly taken?: readonly TakenTender[]
      /** External id of the new sale that replaces a saved one. */
      readonly orderId: string
    }
  | { readonly type: "back" }
  | { readonly type: "tender"; readonly tender: TakenTender }
  /** A payment in doubt. A sale has at most one, and is sent once the rest is paid. */
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
  /** The sale as another window of this register changed it. */
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

/** Whether the tenders pay the whole sale. A total of 0 needs one as well. */
export function isSettled(sale: Pick<Sale, "order" | "lines" | "tenders">): boolean {
  return dueOf(sale) === 0 && sale.tenders.some(({ status }) => status === "approved")
}

export function changeOf({ tenders }: Pick<Sale, "tenders">): Scaled {
  return sum(tenders.map(({ received, amount }) => (received === null ? 0 : received - amount)))
}

/** Lines can be changed only until the sale is sent, because the box may have them afterwards. */
function isCartOpen({ sent, order, phase }: Sale): boolean {
  return sent === null && order === null && phase === "selling"
}

/** Id of the line that was added or changed last; null if lines were only removed. */
export function changedLine(before: readonly CartLine[], after: readonly CartLine[]): string | null {
  return after.findLast((line) => !before.includes(line))?.lineId ?? null
}

/** Amount of the payment in doubt; 0 without one. */
export function amountInDoubt({ tenders, doubt }: Pick<Sale, "tenders" | "doubt">): Scaled {
  return tenders.find(({ transactionId }) => transactionId === doubt)?.amount ?? 0
}

/** Whether a reloaded page still shows the sale. A saved one is shown for some minutes, because of its change. */
export function isInHand({ phase, sent }: Pick<Sale, "phase" | "sent">, now: string): boolean {
  return phase !== "saved" || (sent !== null && Date.parse(now) - Date.parse(sent.createdAt) < FINISHED_SHOWN_MS)
}

/** Whether the sale has lines, payments or a result. */
export function hasBegun({ phase, lines }: Pick<Sale, "phase" | "lines">): boolean {
  return phase !== "selling" || lines.length > 0
}

/** Whether a saved sale is of an earlier shift and no longer shown. `shiftId` is null while no shift is open. */
export function isOfPastShift(sale: Pick<Sale, "phase" | "shiftId">, shiftId: string | null): boolean {
  if (sale.phase !== "saved") return false
  return shiftId === null || (sale.shiftId !== undefined && sale.shiftId !== shiftId)
}

/** Whether an open order can be charged now: the current sale is empty or saved. */
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
    return step.type === "chargeOrder" ? stepEditable(newSale(step.orderId, sale.fulfillment), step) : sale
  }
  if (sale.phase === "saving") return stepSaving(sale, step)
  return stepEditable(sale, step)
}

/** While the sale is being sent, only the box's answer changes it. */
function stepSaving(sale: Sale, step: SaleStep): Sale {
  if (step.type === "saved") return { ...sale, phase: "saved", savedAs: step.id, fault: null }
  if (step.type !== "refused") return sale
  const stays = sale.tenders.length > 0 || sale.order !== null || step.orderAtBox
  const sent = step.orderAtBox && !sale.order ? sale.sent : null
  return { ...sale, link: null, phase: stays ? "charging" : "selling", fault: step.fault, sent }
}

function stepEditable(sale: Sale, step: SaleStep): Sale {
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

/** Leaves the charge. The box's order, if there is one, is dropped from the sale. */
function goBack(sale: Sale): Sale {
  if (!canGoBack(sale)) return sale
  const cleared = sale.order ? { order: null, tenders: [] } : {}
  return { ...sale, ...cleared, phase: "selling", fault: null }
}

function fits(sale: Sale, tender: TakenTender): boolean {
  return sale.phase === "charging" && (tender.status === "declined" || tender.amount <= dueOf(sale))
}
