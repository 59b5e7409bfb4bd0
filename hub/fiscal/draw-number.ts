/** Draws a number from a point of the hub, in the transaction that stores the request. */
import {
  candidatesOf,
  type NumberingContext,
  type NumberingRequest,
  numberDocument,
} from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockSequence, saveSequence } from "./requests-store.ts"

/** Returns the record with its number or its failure. Sequences are locked in the order of the configuration everywhere. */
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
