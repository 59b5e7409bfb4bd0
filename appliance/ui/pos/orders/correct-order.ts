/** Corrections of an open order: the draft, its request, and differences to the order's current version. Pure. */
import { FINAL_CONSUMER, normalizeDocument } from "../../../../protocol/rules/orders/buyer.ts"
import type { OrderCorrection } from "../../../../protocol/shapes/correction.ts"
import type { OrderLine, OrderRefund, OrderTotal, PaidMethod } from "../../../../protocol/shapes/order.ts"
import type { Tender } from "../../../../protocol/shapes/tender.ts"
import { type BuyerFault, buyerFault, taxIdKinds } from "../../../../ui/tax-ids.ts"

export const DRAFT_FIELDS = [
  "orderCode",
  "buzzer",
  "name",
  "lastName",
  "govIdType",
  "govIdNumber",
  "businessName",
  "email",
] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]
export type OrderDraft = Readonly<Record<DraftField, string>>

type FreeForm = Readonly<Record<string, unknown>>

/** The fields of an order that can be corrected. */
interface CorrectableOrder {
  readonly id?: string
  readonly orderCode?: string
  readonly customer?: FreeForm | null
  readonly billing?: FreeForm | null
  readonly metadata?: FreeForm
  readonly revision?: number
}

/** With the fields that the dialog shows. */
export interface EditableOrder extends CorrectableOrder {
  readonly orderLines?: readonly OrderLine[]
  readonly payments?: readonly Pick<Tender, "status" | "method" | "amount" | "declineReason">[]
  readonly paymentMethods?: readonly PaidMethod[]
  readonly totals?: readonly OrderTotal[]
  readonly refunds?: readonly OrderRefund[]
}

export function draftOf({ orderCode, customer, billing, metadata }: CorrectableOrder): OrderDraft {
  const kiosk = objectOf(objectOf(metadata?.additionalInfo).kiosk)
  const recipient = billing ?? customer ?? {}
  return {
    orderCode: orderCode ?? "",
    buzzer: textOf(kiosk.buzzer_name),
    name: textOf(customer?.name),
    lastName: textOf(customer?.lastName),
    govIdType: textOf(recipient.govIdType),
    govIdNumber: textOf(recipient.govIdNumber),
    businessName: textOf(recipient.businessName),
    email: textOf(recipient.email),
  }
}

function changedFields(before: OrderDraft, after: OrderDraft): DraftField[] {
  return DRAFT_FIELDS.filter((field) => before[field].trim() !== after[field].trim())
}

const BUYER_FIELDS: readonly DraftField[] = ["name", "lastName", "govIdType", "govIdNumber", "businessName", "email"]

/** Contains changed fields only, but the buyer as a whole, because it replaces the previous one. Null without changes. */
export function correctionOf(order: CorrectableOrder, draft: OrderDraft, key: string): OrderCorrection | null {
  const changed = changedFields(draftOf(order), draft)
  if (changed.length === 0 || order.revision === undefined) return null
  const buzzer = changed.includes("buzzer") && { kiosk: { buzzer_name: draft.buzzer.trim() } }
  const code = changed.includes("orderCode") && draft.orderCode.trim() !== "" && { orderCode: draft.orderCode.trim() }
  return {
    expectedRevision: order.revision,
    idempotencyKey: key,
    ...((buzzer || code) && { additionalInfo: { ...code, ...buzzer } }),
    ...(changed.some((field) => BUYER_FIELDS.includes(field)) && { client: clientOf(order, draft) }),
  }
}

/** Faults of the corrected buyer. An order with a faulty buyer could not be charged. */
export function draftFault(order: CorrectableOrder, draft: OrderDraft, countryCode: string | null): BuyerFault {
  const changed = changedFields(draftOf(order), draft).some((field) => BUYER_FIELDS.includes(field))
  if (!changed) return { govIdNumber: false, email: false }
  const isNobody = normalizeDocument({ ...draft }).govIdType === FINAL_CONSUMER
  return buyerFault({ ...draft, ...(isNobody && { govIdNumber: "" }) }, countryCode)
}

/** Tax id kinds of the country, and the one that the order already has. */
export function kindsFor({ govIdType }: OrderDraft, countryCode: string | null): readonly string[] {
  return [...new Set([...taxIdKinds(countryCode), govIdType].filter((kind) => kind !== ""))]
}

/** Sets the number. Without a kind it could not be checked, so the most common kind is selected. */
export function withNumber(draft: OrderDraft, govIdNumber: string, kinds: readonly string[]): OrderDraft {
  const isTyped = govIdNumber.trim() !== ""
  return { ...draft, govIdNumber, govIdType: draft.govIdType || (isTyped ? (kinds[0] ?? "") : "") }
}

/** Fields in which the draft and somebody else's correction differ. */
export function disagreements(
  mine: OrderDraft,
  order: CorrectableOrder,
): { field: DraftField; mine: string; theirs: string }[] {
  const theirs = draftOf(order)
  return changedFields(theirs, mine).map((field) => ({ field, mine: mine[field].trim(), theirs: theirs[field].trim() }))
}

function clientOf({ id, customer }: CorrectableOrder, draft: OrderDraft): NonNullable<OrderCorrection["client"]> {
  const filled = (fields: readonly DraftField[]) =>
    Object.fromEntries(fields.map((field) => [field, draft[field].trim()]).filter(([, text]) => text !== ""))
  return {
    uid: textOf(customer?.uid) || (id ?? "counter"),
    ...filled(["name", "lastName", "govIdType", "govIdNumber", "email"]),
    billingInformation: filled(["name", "govIdType", "govIdNumber", "businessName", "email"]),
  }
}

function objectOf(value: unknown): FreeForm {
  return typeof value === "object" && value !== null ? (value as FreeForm) : {}
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
