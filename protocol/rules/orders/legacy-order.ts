/** Converts between the legacy endpoints' snake_case bodies and orders. */
import { fromText, toMajor } from "../../money.ts"
import { invalid, type Refusal, type RefusalCode } from "../../refusals.ts"
import type { OrderConflict } from "../../shapes/conflict.ts"
import { OrderInjection } from "../../shapes/injection.ts"
import type { LegacyOrder } from "../../shapes/legacy-order.ts"
import type { OrderLine, OrderRecord, PaidMethod } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import { fromSnake, type SnakeBody, toSnake } from "../../shapes/snake-case.ts"
import { refundsOf, toReturnOf } from "../cancellation/money-to-return.ts"
import { conflictsOf } from "./order-conflicts.ts"

/** The body has passed the snake_case schema of an injection. `vendor_id` is not part of it, but is checked later. */
export function toInjection({ vendor_id: vendorId, ...body }: SnakeBody): OrderInjection {
  const injection = fromSnake(OrderInjection, body) as OrderInjection
  return vendorId === undefined ? injection : ({ ...injection, vendorId } as OrderInjection)
}

/** The refusal with snake_case paths, and amounts in major units instead of scaled. */
export function toLegacyRefusal<Code extends RefusalCode>(refusal: Refusal<Code>): Refusal<Code> {
  if (refusal.refused === "AMOUNT_MISMATCH" && refusal.data) return { ...refusal, data: unscaleAmounts(refusal.data) }
  const details = refusal.details?.map(({ path, message }) => ({ path: toSnake(path), message }))
  return details ? { ...refusal, message: invalid(...details).message, details } : refusal
}

export function toLegacyOrder(order: OrderRecord): LegacyOrder {
  return {
    uid: order.id,
    order_code: order.orderCode,
    account_uid: order.accountId,
    vendor_uid: order.vendorId,
    store_uid: order.storeId,
    status: order.status === "CANCELLED" ? "CANCELED" : order.status,
    payment_status: order.paymentStatus,
    cancellation_type: cancellationType(order),
    order_lines: order.orderLines.map(lineOf),
    totals: order.totals.map(({ code, amount }) => ({ code, amount: toMajorNumber(amount) })),
    payment_methods: order.paymentMethods.map(({ method, amount }) => ({ method, amount: toMajorNumber(amount) })),
    metadata: metadataOf(order),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    deleted_at: order.deletedAt,
  }
}

function lineOf(line: OrderLine): LegacyOrder["order_lines"][number] {
  return {
    line_id: line.lineId,
    product_id: line.productId,
    name: line.name,
    quantity: line.quantity,
    unit_price: toMajorNumber(line.unitPrice),
    taxes: line.taxes.map(({ code, rate, amount }) => ({
      code,
      rate: rate === null ? null : Number(rate),
      amount: amount === null ? null : toMajorNumber(amount),
    })),
    modifiers: line.modifiers.map((modifier) => ({
      modifier_id: modifier.modifierId,
      option_id: modifier.optionId,
      name: modifier.name,
      quantity: modifier.quantity,
      unit_price: toMajorNumber(modifier.unitPrice),
    })),
    notes: line.notes,
    station_code: line.stationCode,
  }
}

/** The cancellation's type as it was sent; null if none was. */
function cancellationType({ metadata }: OrderRecord): string | null {
  const { cancellation } = metadata
  if (typeof cancellation !== "object" || cancellation === null) return null
  const { type } = cancellation as { type?: unknown }
  return typeof type === "string" ? type : null
}

/** Metadata with refunds, money to return and conflicts in major units. */
function metadataOf(order: OrderRecord): FreeForm {
  const { metadata } = order
  const refunds = unscaleRows(refundsOf(order))
  const toReturn = unscaleRows(toReturnOf(order))
  const conflicts = conflictsOf(order).map(unscaleConflict)
  const ours = { ...metadata, ...(conflicts.length > 0 && { conflicts }) }
  if (refunds.length + toReturn.length === 0) return ours
  const cancellation = { ...(metadata.cancellation as FreeForm), refunds, ...(toReturn.length > 0 && { toReturn }) }
  return { ...ours, cancellation }
}

function unscaleConflict({ amount, refund, ...conflict }: OrderConflict) {
  const paid = amount !== undefined && { amount: toMajorNumber(amount) }
  return { ...conflict, ...paid, ...(refund && { refund: { ...refund, amount: toMajorNumber(refund.amount) } }) }
}

function unscaleRows(rows: readonly PaidMethod[]) {
  return rows.map((row) => ({ ...row, amount: toMajorNumber(row.amount) }))
}

function unscaleAmounts(amounts: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, toMajorNumber(String(amount))]))
}

function toMajorNumber(amount: string): number {
  return toMajor(fromText(amount))
}
