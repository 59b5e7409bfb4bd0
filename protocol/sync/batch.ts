/** Packs the rows of a log into one batch: whole ops, in order, within the limits. */

import { utf8Bytes } from "../utf8-bytes.ts"
import { BATCH_BYTES_MAX, BATCH_MAX, SLICE_MAX } from "./limits.ts"
import type { Op, Up } from "./messages.ts"

/** An op as it lies in a log: its body is still the text that was written. */
export interface LoggedOp {
  readonly seq: number
  readonly mark: string
  readonly kind: string
  readonly at: string
  readonly body: string
  readonly skewMs?: number | null
}

/** The first ops of `rows` that fit into one message of `bytesMax`; always at least one, so that a large op cannot stop the line. */
export function packBatch(rows: Iterable<LoggedOp>, bytesMax = BATCH_BYTES_MAX): Op[] {
  const ops: Op[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += opBytes(row)
    if (ops.length > 0 && (bytes > bytesMax || ops.length >= BATCH_MAX)) break
    ops.push(openOp(row))
  }
  return ops
}

/** What an op adds to a message, but for the names of its fields. */
export function opBytes({ body, kind, at, mark }: LoggedOp): number {
  return utf8Bytes(body) + kind.length + at.length + mark.length
}

export function openOp({ seq, mark, kind, at, body, skewMs }: LoggedOp): Op {
  return { seq, mark, kind, at, body: JSON.parse(body), ...(skewMs != null && { skewMs }) }
}

/** Whether the ops follow each other without a gap, as `from` and `to` say. */
export function isGapless(batch: { readonly from: number; readonly to: number; readonly ops: readonly Op[] }): boolean {
  return batch.ops.length === batch.to - batch.from + 1 && batch.ops.every((op, index) => op.seq === batch.from + index)
}

/** The same batch in pieces, each small enough for one transaction; one that is small, or not as it should be, stays as it is. */
export function sliceBatch(batch: Up): Up[] {
  const { ops } = batch
  if (ops.length <= SLICE_MAX || !isGapless(batch)) return [batch]
  const slices: Up[] = []
  for (let at = 0; at < ops.length; at += SLICE_MAX) {
    const slice = ops.slice(at, at + SLICE_MAX)
    const mark = at === 0 ? batch.mark : (ops[at - 1]?.mark ?? null)
    slices.push({ ...batch, from: batch.from + at, to: batch.from + at + slice.length - 1, mark, ops: slice })
  }
  return slices
}
