/** Takes in what the hub sent: in order, with the watermark, all in one transaction; what can never be taken in is parked. */

import type { Op } from "../../protocol/sync/messages.ts"
import { type DownKind, SKIPPED } from "../../protocol/sync/ops.ts"
import type { Log } from "../../runtime/log.ts"
import { type BoxTx, isDiskError, writeInside } from "../storage/index.ts"
import { endWait, isLast, setOpsAside, takeOpsSetAside, waitsForRestore } from "./restore-state-store.ts"
import { addDeadLetter, saveDown } from "./sync-state-store.ts"

/** Answers why the op can never be taken in, for it to be parked; null once it has been. */
export type ApplyOperation = (tx: BoxTx, op: { readonly kind: string; readonly body: unknown }) => string | null

export function applyOps(tx: BoxTx, ops: readonly Op[], deps: { applyDown: ApplyOperation; log: Log }): Op {
  const last = ops.at(-1)
  if (last === undefined) throw new Error("there is nothing to apply")
  for (const op of ops) {
    if (op.kind === SKIPPED) continue
    if (waitsForRestore(tx.db) && !EARLY.has(op.kind)) setOpsAside(tx.db, op)
    else takeOp(tx, op, deps)
    if (op.kind === "records.returned" && isLast(tx.db, op.body)) endWaiting(tx, deps)
  }
  saveDown(tx.db, last.seq, last.mark)
  return last
}

/** Taken in at once also while records are awaited: they touch no order, or end the wait. */
const EARLY: ReadonlySet<string> = new Set([
  "records.returned",
  "fiscal.sequences",
  "store.configured",
  "catalog.changed",
  "menus.synced",
  "template.added",
  "parked.told",
] satisfies DownKind[])

/** What is about an order comes after the orders. */
function endWaiting(tx: BoxTx, deps: { applyDown: ApplyOperation; log: Log }): void {
  endWait(tx.db)
  for (const op of takeOpsSetAside(tx.db)) takeOp(tx, op, deps)
}

function takeOp(tx: BoxTx, op: Op, deps: { applyDown: ApplyOperation; log: Log }): void {
  const reason = tryOp(tx, op, deps.applyDown)
  if (reason === null) return
  addDeadLetter(tx.db, op, { reason, at: tx.now })
  deps.log.error({ seq: op.seq, kind: op.kind, reason }, "an op of the hub was parked")
}

class Unfit extends Error {}

/** One bad op must not stop the line: it is undone alone. A disk that fails is no fault of the op and stops everything. */
export function tryOp(tx: BoxTx, op: Pick<Op, "kind" | "body">, applyDown: ApplyOperation): string | null {
  try {
    writeInside(tx, () => {
      const reason = applyDown(tx, op)
      if (reason !== null) throw new Unfit(reason)
    })
    return null
  } catch (error) {
    if (isDiskError(error)) throw error
    return error instanceof Unfit ? error.message : `FAILED: ${(error as Error).message}`
  }
}
