/** Selects the public fields of an order (docs/contract/orders.md#list-orders, `fields`). */
import { type Refusal, refuse } from "../../refusals.ts"
import { ORDER_FIELDS, type OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import { fiscalOf } from "../fiscal/order-fiscal.ts"

/** Reads the comma-separated `fields` of a query; every field if it is left out. */
export function readFields(fields: string | undefined): readonly string[] | Refusal<"VALIDATION_ERROR"> {
  if (fields === undefined) return ORDER_FIELDS
  const asked = fields.split(",").map((field) => field.trim())
  const unknown = asked.filter((field) => !ORDER_FIELDS.includes(field))
  if (unknown.length === 0) return asked
  return refuse("VALIDATION_ERROR", `Unknown fields: ${unknown.join(", ")}. \`details\` lists the allowed ones.`, {
    details: ORDER_FIELDS.map((field) => ({ path: "fields", message: field })),
  })
}

/** The chosen fields. `fiscal` is computed, also for an order without a document, which needs the store. */
export function projectOrder(order: OrderRecord, fields: readonly string[], store: Store): Partial<OrderRecord> {
  const shown = Object.fromEntries(Object.entries(order).filter(([field]) => fields.includes(field)))
  return fields.includes("fiscal") ? { ...shown, fiscal: fiscalOf(order, store) } : shown
}
