/** Looks at a fiscal report at the door: an invoice that was numbered here is authorized under its own identifiers, or not at all. */
import { invalid } from "../../protocol/refusals.ts"
import type { CheckNumbered } from "../callbacks/index.ts"
import { findOrder } from "../orders/index.ts"
import { findRuledDocument } from "./find-ruled-document.ts"

/** Once accepted, a report that names another document would fail, and the right one be a repeat of it. */
export const checkNumbered: CheckNumbered = async (tx, callback) => {
  if (callback.eventType !== "authorized" || !callback.document) return null
  const kept = await findOrder(tx, callback.orderId)
  if (!kept) return null
  const { said } = await findRuledDocument(tx, kept.order, callback)
  return "faults" in said ? invalid(...said.faults) : null
}
