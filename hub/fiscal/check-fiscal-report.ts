/** Checks a fiscal report before its acceptance: an invoice that the hub numbered can only be authorized with its own identifiers. */
import { invalid } from "../../protocol/refusals.ts"
import type { CheckNumbered } from "../callbacks/index.ts"
import { findOrder } from "../orders/index.ts"
import { findRuledDocument } from "./find-ruled-document.ts"

/** If it were accepted, a report with another document would fail, and the correct one would count as its repeat. */
export const checkNumbered: CheckNumbered = async (tx, callback) => {
  if (callback.eventType !== "authorized" || !callback.document) return null
  const kept = await findOrder(tx, callback.orderId)
  if (!kept) return null
  const { said } = await findRuledDocument(tx, kept.order, callback)
  return "faults" in said ? invalid(...said.faults) : null
}
