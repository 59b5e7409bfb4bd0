/** A guest's visit to the kiosk, from the first touch to the locator on the screen, as a reducer without prices. Pure. */
import {
  BASKET_LINES_MAX,
  BASKET_QUANTITY_MAX,
  type BasketFulfillment,
  type BasketLine,
} from "../../../protocol/shapes/basket.ts"

export type Phase = "attract" | "menu" | "basket" | "buyer" | "pay" | "sending" | "link" | "done"

export interface Picked extends BasketLine {
  readonly lineId: string
  readonly notes: string
}

/** The text of the fields, as typed. */
export interface BuyerForm {
  readonly name: string
  readonly govIdType: string
  readonly govIdNumber: string
  readonly email: string
}

/** The request body that the guest agreed to. After a lost answer the same body is sent again. */
export interface SentOrder {
  readonly orderId: string
  readonly fulfillment: BasketFulfillment
  readonly lines: readonly BasketLine[]
  readonly total: string
  readonly buyer?: {
    readonly name?: string
    readonly govIdType?: string
    readonly govIdNumber?: string
    readonly email?: string
  }
}

/** The order at the box. */
export interface PlacedOrder {
  readonly orderId: string
  readonly orderCode: string
  readonly total: string
  readonly paid: boolean
  /** The payment's outcome is unknown. The staff checks it; the guest is not asked to pay again. */
  readonly doubt?: boolean
}

/** Why the order was refused. */
export type Notice = "menu" | "price" | "closed" | "refused"

export interface Visit {
  readonly phase: Phase
  /** Created before anything is sent, so that repeats create one order. */
  readonly orderId: string
  /** Id of the slip's print job. */
  readonly jobId: string
  readonly fulfillment: BasketFulfillment
  readonly lines: readonly Picked[]
  readonly buyer: BuyerForm
  /** A payment method by link; null for the counter. */
  readonly payBy: string | null
  readonly sent: SentOrder | null
  readonly order: PlacedOrder | null
  readonly notice: Notice | null
  readonly large: boolean
  readonly low: boolean
}

interface VisitIds {
  readonly orderId: string
  readonly jobId: string
}

export type VisitStep =
  | { readonly type: "begin"; readonly fulfillment: BasketFulfillment }
  | { readonly type: "add" | "change"; readonly line: Picked }
  | { readonly type: "quantity"; readonly lineId: string; readonly quantity: number }
  | { readonly type: "drop"; readonly lineIds: readonly string[] }
  | { readonly type: "go"; readonly to: "menu" | "basket" | "buyer" | "pay" }
  | { readonly type: "buyer"; readonly buyer: BuyerForm }
  | { readonly type: "send"; readonly sent: SentOrder; readonly payBy: string | null }
  | { readonly type: "refused"; readonly notice: Notice }
  | { readonly type: "placed"; readonly order: PlacedOrder }
  | { readonly type: "paid" }
  | { readonly type: "counter"; readonly doubt?: boolean }
  | { readonly type: "look"; readonly large?: boolean; readonly low?: boolean }
  | { readonly type: "wipe"; readonly ids: VisitIds }

const NOBODY: BuyerForm = { name: "", govIdType: "", govIdNumber: "", email: "" }

/** A new visit without data of the previous guest. */
export function newVisit({ orderId, jobId }: VisitIds): Visit {
  return {
    phase: "attract",
    orderId,
    jobId,
    fulfillment: "DINE_IN",
    lines: [],
    buyer: NOBODY,
    payBy: null,
    sent: null,
    order: null,
    notice: null,
    large: false,
    low: false,
  }
}

export function stepVisit(visit: Visit, step: VisitStep): Visit {
  if (step.type === "wipe") return newVisit(step.ids)
  if (step.type === "look") return { ...visit, large: step.large ?? visit.large, low: step.low ?? visit.low }
  return visit.sent === null ? stepChoosing(visit, step) : stepSent(visit, step)
}

/** Steps before the order was sent. The guest may change everything. */
function stepChoosing(visit: Visit, step: VisitStep): Visit {
  switch (step.type) {
    case "begin":
      return { ...visit, phase: "menu", fulfillment: step.fulfillment }
    case "add":
      return visit.lines.length >= BASKET_LINES_MAX
        ? visit
        : { ...visit, lines: addPicked(visit.lines, step.line), notice: null }
    case "change":
      return {
        ...visit,
        lines: visit.lines.map((line) => (line.lineId === step.line.lineId ? step.line : line)),
        notice: null,
      }
    case "quantity":
      return { ...visit, lines: setPicked(visit.lines, step.lineId, step.quantity) }
    case "drop":
      return { ...visit, lines: visit.lines.filter(({ lineId }) => !step.lineIds.includes(lineId)), notice: null }
    case "go":
      return visit.lines.length === 0 && step.to !== "menu" && step.to !== "basket"
        ? visit
        : { ...visit, phase: step.to }
    case "buyer":
      return { ...visit, buyer: step.buyer }
    case "send":
      return visit.lines.length === 0
        ? visit
        : { ...visit, phase: "sending", sent: step.sent, payBy: step.payBy, notice: null }
    default:
      return visit
  }
}

/** Steps after the order was sent. It is not changed any more. */
function stepSent(visit: Visit, step: VisitStep): Visit {
  switch (step.type) {
    case "refused":
      return visit.order ? visit : { ...visit, phase: "basket", sent: null, notice: step.notice }
    case "placed":
      return {
        ...visit,
        order: step.order,
        sent: visit.sent && withoutPerson(visit.sent),
        phase: visit.payBy !== null && !step.order.paid ? "link" : "done",
        lines: [],
        buyer: NOBODY,
      }
    case "paid":
      return visit.order ? { ...visit, phase: "done", order: { ...visit.order, paid: true } } : visit
    case "counter":
      return visit.order
        ? { ...visit, phase: "done", payBy: null, order: { ...visit.order, doubt: step.doubt === true } }
        : visit
    default:
      return visit
  }
}

function addPicked(lines: readonly Picked[], line: Picked): readonly Picked[] {
  const sameLine = lines.find((other) => isSame(other, line) && other.quantity + line.quantity <= BASKET_QUANTITY_MAX)
  if (!sameLine) return [...lines, line]
  return lines.map((other) => (other === sameLine ? { ...other, quantity: other.quantity + line.quantity } : other))
}

function setPicked(lines: readonly Picked[], lineId: string, quantity: number): readonly Picked[] {
  const whole = Math.min(Math.trunc(quantity), BASKET_QUANTITY_MAX)
  if (whole <= 0) return lines.filter((line) => line.lineId !== lineId)
  return lines.map((line) => (line.lineId === lineId ? { ...line, quantity: whole } : line))
}

function isSame(one: Picked, other: Picked): boolean {
  const word = ({ productId, choices, notes }: Picked) =>
    JSON.stringify([productId, notes, choices.map((choice) => [choice.groupId, choice.productId]).sort()])
  return word(one) === word(other)
}

/** The box has the order, so the guest's personal data is deleted from the page. */
function withoutPerson({ buyer: _gone, ...sent }: SentOrder): SentOrder {
  return { ...sent, lines: [] }
}
