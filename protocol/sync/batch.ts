/** Packs the rows of a log into one batch: whole ops, in order, within the limits. */
import { BATCH_BYTES_MAX, BATCH_MAX } from "./limits.ts"
import type { Op } from "./messages.ts"

/** An op as it lies in a log: its body is still the text that was written. */
export interface LoggedOp {
  readonly seq: number
  readonly mark: string
  readonly kind: string
  readonly at: string
  readonly body: string
  readonly skewMs?: number | null
}

/** The first ops of `rows` that fit into one message; always at least one, so that a large op cannot stop the line. */
export function packBatch(rows: Iterable<LoggedOp>): Op[] {
  const ops: Op[] = []
  let bytes = 0
  for (const row of rows) {
    // Characters stand in for bytes: at most three times off, and the limit of a message leaves that room.
    bytes += row.body.length + row.kind.length + row.at.length + row.mark.length
    if (ops.length > 0 && (bytes > BATCH_BYTES_MAX || ops.length >= BATCH_MAX)) break
    ops.push(openOp(row))
  }
  return ops
}

export function openOp({ seq, mark, kind, at, body, skewMs }: LoggedOp): Op {
  return { seq, mark, kind, at, body: JSON.parse(body), ...(skewMs != null && { skewMs }) }
}

/** Whether the ops follow each other without a gap, as `from` and `to` say. */
export function isGapless(batch: { readonly from: number; readonly to: number; readonly ops: readonly Op[] }): boolean {
  return batch.ops.length === batch.to - batch.from + 1 && batch.ops.every((op, index) => op.seq === batch.from + index)
}
