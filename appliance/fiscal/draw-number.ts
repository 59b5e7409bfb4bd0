/** Draws a number from one of the store's own emission points, in the caller's transaction. The outbox sends it to the hub. */
import { candidatesOf, type NumberingRequest, numberDocument } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Ids } from "../../runtime/ids.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { lastSequence, saveLastSequence, saveRequest } from "./requests-store.ts"
import { skipNumbers } from "./skip-numbers.ts"
import { refuseWhileWaiting } from "./wait-for-sequences.ts"

export interface DrawNumberDeps {
  readonly ids: Pick<Ids, "uuid">
  readonly outbox: Outbox
  /** Whether the hub can be reached. Otherwise the number is given in contingency mode. */
  readonly isOnline: () => boolean
  /** Whether the hub has answered since the start, with the same history as this box. */
  readonly agrees: () => boolean
}

interface NumberDraw {
  readonly request: NumberingRequest
  /** Earlier requests of the order. */
  readonly requests: readonly FiscalRecord[]
}

/** Returns the record, with its number or its failure. In a fenced box the outbox refuses the op, and the transaction rolls back. */
export function drawNumber(tx: BoxTx, drawing: DrawNumberDeps, { request, requests }: NumberDraw): FiscalRecord {
  const { ids, outbox, isOnline, agrees } = drawing
  const { store } = requireConfig(tx)
  const earlier = findOwnRequest(requests, request.operation)
  const requestId = earlier?.fiscalRequestId ?? ids.uuid()
  const mode = isOnline() ? ("NORMAL" as const) : ("CONTINGENCY" as const)
  const place = { store, side: "appliance" as const, mode, requestId, now: tx.now }
  const points = candidatesOf(request, place)
  const candidates = Array.isArray(points) ? (refuseWhileWaiting(tx, agrees) ?? points) : points
  if (Array.isArray(candidates)) skipNumbers(tx, candidates, drawing)
  const { record, drawn } = numberDocument(request, place, { candidates, lastOf: (key) => lastSequence(tx, key) })
  if (drawn) saveLastSequence(tx, drawn.key, drawn.sequence)
  saveRequest(tx, record)
  outbox.record(tx, { kind: "fiscal.numbered", body: { record } })
  return record
}

/** The box's own earlier request. A repeat of a failed one is tried again under the same id. */
export function findOwnRequest(
  requests: readonly FiscalRecord[],
  operation: FiscalRecord["operation"],
): FiscalRecord | undefined {
  return requests.find((record) => record.operation === operation && record.side === "appliance")
}
