/** Draws a number from a point of the hub's, in the transaction that keeps the request. */
import {
  candidatesOf,
  type NumberingContext,
  type NumberingRequest,
  numberDocument,
} from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockSequence, saveSequence } from "./requests-store.ts"

/** The record, drawn or failed. Sequences are locked in one order everywhere: that of the configuration. */
export async function drawNumber(
  tx: TenantWrite,
  request: NumberingRequest,
  place: NumberingContext,
): Promise<FiscalRecord> {
  const candidates = candidatesOf(request, place)
  const last = new Map<string, number | null>()
  for (const { key } of Array.isArray(candidates) ? candidates : []) last.set(key, await lockSequence(tx, key))
  const { record, drawn } = numberDocument(request, place, { candidates, lastOf: (key) => last.get(key) ?? null })
  if (drawn) await saveSequence(tx, drawn.key, drawn.sequence)
  return record
}
