/** Packs operations of a log into batches, and splits batches for transactions. */

import { utf8Bytes } from "../utf8-bytes.ts"
import { BATCH_BYTES_MAX, BATCH_MAX, SLICE_MAX } from "./limits.ts"
import type { Op, Up } from "./messages.ts"

/** An operation as stored in a log: `body` is JSON text. */
export interface LoggedOp {
  readonly seq: number
  readonly mark: string
  readonly kind: string
  readonly at: string
  readonly body: string
  readonly skewMs?: number | null
}

/** The first operations that fit into `bytesMax`; always at least one, so that a large operation cannot block the log. */
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

/** Bytes that an operation adds to a message, without its field names. */
export function opBytes({ body, kind, at, mark }: LoggedOp): number {
  return utf8Bytes(body) + kind.length + at.length + mark.length
}

export function openOp({ seq, mark, kind, at, body, skewMs }: LoggedOp): Op {
  return { seq, mark, kind, at, body: JSON.parse(body), ...(skewMs != null && { skewMs }) }
}

/** Whether the operations are numbered `from` to `to` without a gap. */
export function isGapless(batch: { readonly from: number; readonly to: number; readonly ops: readonly Op[] }): boolean {
  return batch.ops.length === batch.to - batch.from + 1 && batch.ops.every((op, index) => op.seq === batch.from + index)
}

/** Splits a batch into slices for one transaction each. A small batch or one with a gap is returned unchanged. */
export function sliceBatch(batch: Up): Up[] {
  const { ops } = batch
  if (ops.length <= SLICE_MAX || !isGapless(batch)) return [batch]
  const slices: Up[] = []
  for (let start = 0; start < ops.length; start += SLICE_MAX) {
    const slice = ops.slice(start, start + SLICE_MAX)
    const mark = start === 0 ? batch.mark : (ops[start - 1]?.mark ?? null)
    slices.push({ ...batch, from: batch.from + start, to: batch.from + start + slice.length - 1, mark, ops: slice })
  }
  return slices
}
