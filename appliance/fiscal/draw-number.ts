/** Draws a number from a point of the store's own, in the transaction of whatever asked for it; the hub hears of it when it can. */
import { candidatesOf, type NumberingRequest, numberDocument } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Ids } from "../../runtime/ids.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { lastSequence, saveLastSequence, saveRequest } from "./requests-store.ts"
import { skipNumbers } from "./skip-numbers.ts"
import { refuseWhileWaiting } from "./wait-for-sequences.ts"

export interface DrawNumberDeps {
  readonly ids: Ids
  readonly outbox: Outbox
  /** Whether the hub can hear this box now: else the number is given in contingency. */
  readonly isOnline: () => boolean
  /** Whether the hub has answered since the start, and has the same history. */
  readonly agrees: () => boolean
}

interface NumberDraw {
  readonly asked: NumberingRequest
  /** What was numbered for the order before. */
  readonly requests: readonly FiscalRecord[]
}

/** The record, drawn or failed. A fenced box draws nothing: its outbox refuses the op, and that undoes the rest. */
export function drawNumber(tx: BoxTx, drawing: DrawNumberDeps, { asked, requests }: NumberDraw): FiscalRecord {
  const { ids, outbox, isOnline, agrees } = drawing
  const { store } = requireConfig(tx)
  const earlier = findOwnRequest(requests, asked.operation)
  const requestId = earlier?.fiscalRequestId ?? ids.uuid()
  const mode = isOnline() ? ("NORMAL" as const) : ("CONTINGENCY" as const)
  const place = { store, side: "appliance" as const, mode, requestId, now: tx.now }
  const points = candidatesOf(asked, place)
  const candidates = Array.isArray(points) ? (refuseWhileWaiting(tx, agrees) ?? points) : points
  if (Array.isArray(candidates)) skipNumbers(tx, candidates, drawing)
  const { record, drawn } = numberDocument(asked, place, { candidates, lastOf: (key) => lastSequence(tx, key) })
  if (drawn) saveLastSequence(tx, drawn.key, drawn.sequence)
  saveRequest(tx, record)
  outbox.record(tx, { kind: "fiscal.numbered", body: { record } })
  return record
}

/** The box's own request, which a repeat is tried again under where it had failed. */
export function findOwnRequest(
  requests: readonly FiscalRecord[],
  operation: FiscalRecord["operation"],
): FiscalRecord | undefined {
  return requests.find((record) => record.operation === operation && record.side === "appliance")
}
