/** Applies a batch of the hub's operations in order, with the watermark, in one transaction. An op that can never apply becomes a dead letter. */

import type { Op } from "../../protocol/sync/messages.ts"
import { type DownKind, SKIPPED } from "../../protocol/sync/ops.ts"
import type { Log } from "../../runtime/log.ts"
import { type BoxTx, isDiskError, writeInside } from "../storage/index.ts"
import { endWait, isLast, setOpsAside, takeOpsSetAside, waitsForRestore } from "./restore-state-store.ts"
import { addDeadLetter, saveDown } from "./sync-state-store.ts"

/** Returns why the op can never apply, which makes it a dead letter; null once it is applied. */
export type ApplyOperation = (tx: BoxTx, op: { readonly kind: string; readonly body: unknown }) => string | null

export function applyOps(tx: BoxTx, ops: readonly Op[], deps: { applyDown: ApplyOperation; log: Log }): Op {
  const last = ops.at(-1)
  if (last === undefined) throw new Error("there is nothing to apply")
  for (const op of ops) {
    if (op.kind === SKIPPED) continue
    if (waitsForRestore(tx.db) && !APPLIED_WHILE_WAITING.has(op.kind)) setOpsAside(tx.db, op)
    else applyOrPark(tx, op, deps)
    if (op.kind === "records.returned" && isLast(tx.db, op.body)) applyOpsSetAside(tx, deps)
  }
  saveDown(tx.db, last.seq, last.mark)
  return last
}

/** Kinds that are applied at once while the box waits for its records: they touch no order, or end the wait. */
const APPLIED_WHILE_WAITING: ReadonlySet<string> = new Set([
  "records.returned",
  "fiscal.sequences",
  "store.configured",
  "catalog.changed",
  "menus.synced",
  "template.added",
  "parked.told",
] satisfies DownKind[])

/** Applies the ops that waited for the restored orders. */
function applyOpsSetAside(tx: BoxTx, deps: { applyDown: ApplyOperation; log: Log }): void {
  endWait(tx.db)
  for (const op of takeOpsSetAside(tx.db)) applyOrPark(tx, op, deps)
}

function applyOrPark(tx: BoxTx, op: Op, deps: { applyDown: ApplyOperation; log: Log }): void {
  const reason = tryOp(tx, op, deps.applyDown)
  if (reason === null) return
  addDeadLetter(tx.db, op, { reason, at: tx.now })
  deps.log.error({ seq: op.seq, kind: op.kind, reason }, "an op of the hub was parked")
}

class CannotApply extends Error {}

/** Applies one op. If it fails, only its own writes are rolled back and the reason is returned. Throws for an error of the disk. */
export function tryOp(tx: BoxTx, op: Pick<Op, "kind" | "body">, applyDown: ApplyOperation): string | null {
  try {
    writeInside(tx, () => {
      const reason = applyDown(tx, op)
      if (reason !== null) throw new CannotApply(reason)
    })
    return null
  } catch (error) {
    if (isDiskError(error)) throw error
    return error instanceof CannotApply ? error.message : `FAILED: ${(error as Error).message}`
  }
}
