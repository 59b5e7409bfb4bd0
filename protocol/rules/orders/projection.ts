/** The public fields of an order, all or those that were asked for (docs/contract/orders.md#list-orders, `fields`). */
import { type Refusal, refuse } from "../../refusals.ts"
import { ORDER_FIELDS, type OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import { fiscalOf } from "../fiscal/order-fiscal.ts"

/** The comma-separated list of a query; absent means every field. */
export function readFields(fields: string | undefined): readonly string[] | Refusal<"VALIDATION_ERROR"> {
  if (fields === undefined) return ORDER_FIELDS
  const asked = fields.split(",").map((field) => field.trim())
  const unknown = asked.filter((field) => !ORDER_FIELDS.includes(field))
  if (unknown.length === 0) return asked
  return refuse("VALIDATION_ERROR", `Unknown fields: ${unknown.join(", ")}. \`details\` lists the allowed ones.`, {
    details: ORDER_FIELDS.map((field) => ({ path: "fields", message: field })),
  })
}

/** `fiscal` is told as the state that it is, of an order without a document too: so its store must be known. */
export function projectOrder(order: OrderRecord, fields: readonly string[], store: Store): Partial<OrderRecord> {
  const shown = Object.fromEntries(Object.entries(order).filter(([field]) => fields.includes(field)))
  return fields.includes("fiscal") ? { ...shown, fiscal: fiscalOf(order, store) } : shown
}
