/** Takes in what the hub sent: in order, with the watermark, all in one transaction; what can never be taken in is parked. */
import type { Log } from "../../protocol/runtime/log.ts"
import type { Op } from "../../protocol/sync/messages.ts"
import { SKIPPED } from "../../protocol/sync/ops.ts"
import { type BoxTx, writeInside } from "../storage/index.ts"
import { isDisk } from "./disk-faults.ts"
import { parkDown, saveDown } from "./line-store.ts"

/** Answers why the op can never be taken in, for it to be parked; null once it has been. */
export type TakeIn = (tx: BoxTx, op: { readonly kind: string; readonly body: unknown }) => string | null

export function applyOps(tx: BoxTx, ops: readonly Op[], parts: { applyDown: TakeIn; log: Log }): Op {
  const last = ops.at(-1)
  if (last === undefined) throw new Error("there is nothing to apply")
  for (const op of ops) {
    if (op.kind === SKIPPED) continue
    const reason = tryOp(tx, op, parts.applyDown)
    if (reason === null) continue
    parkDown(tx.db, op, { reason, at: tx.now })
    parts.log.error({ seq: op.seq, kind: op.kind, reason }, "an op of the hub was parked")
  }
  saveDown(tx.db, last.seq, last.mark)
  return last
}

class Unfit extends Error {}

/** One bad op must not stop the line: it is undone alone. A disk that fails is no fault of the op and stops everything. */
export function tryOp(tx: BoxTx, op: Pick<Op, "kind" | "body">, applyDown: TakeIn): string | null {
  try {
    writeInside(tx, () => {
      const reason = applyDown(tx, op)
      if (reason !== null) throw new Unfit(reason)
    })
    return null
  } catch (error) {
    if (isDisk(error)) throw error
    return error instanceof Unfit ? error.message : `FAILED: ${(error as Error).message}`
  }
}
