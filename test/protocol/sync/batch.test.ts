/** A log becomes messages: whole ops, in order, within the limits; and each body is checked against its kind. */
import { describe, expect, it } from "vitest"
import { isGapless, type LoggedOp, packBatch, sliceBatch } from "../../../protocol/sync/batch.ts"
import { BATCH_BYTES_MAX, BATCH_MAX, GZIPPED_BATCH_BYTES_MAX, SLICE_MAX } from "../../../protocol/sync/limits.ts"
import { createOpCheck, upOps } from "../../../protocol/sync/ops.ts"

const row = (seq: number, bytes = 10): LoggedOp => ({
  seq,
  mark: "m",
  kind: "k",
  at: "2026-11-21",
  body: JSON.stringify("x".repeat(bytes)),
})
const rows = (count: number, bytes?: number) => Array.from({ length: count }, (_, index) => row(index + 1, bytes))

describe("a batch", () => {
  it.each([
    ["nothing", [], 0],
    ["what there is", rows(3), 3],
    ["as many ops as are allowed", rows(BATCH_MAX + 50), BATCH_MAX],
    ["as many bytes as are allowed", rows(10, BATCH_BYTES_MAX / 4), 3],
    ["one op that is too large, alone", [row(1, BATCH_BYTES_MAX * 2), row(2)], 1],
  ])("takes %s", (_name, from, count) => {
    expect(packBatch(from)).toHaveLength(count)
  })

  it("counts bytes, not characters", () => {
    const wide = (seq: number) => ({ ...row(seq), body: JSON.stringify("ñ".repeat(BATCH_BYTES_MAX / 4)) })
    expect(packBatch([wide(1), wide(2)])).toHaveLength(1)
  })

  it("leaves the op that is too large for the next", () => {
    expect(packBatch([row(1), row(2, BATCH_BYTES_MAX * 2), row(3)]).map(({ seq }) => seq)).toEqual([1])
  })

  it("takes more bytes where it travels compressed", () => {
    const large = rows(10, BATCH_BYTES_MAX / 4)
    expect(packBatch(large, GZIPPED_BATCH_BYTES_MAX)).toHaveLength(10)
  })

  it("is taken in pieces that follow each other as batches do", () => {
    const ops = packBatch(rows(SLICE_MAX * 2 + 7)).map((op) => ({ ...op, mark: `m${op.seq}` }))
    const batch = { epoch: "epoch-1", previous: null, from: 1, to: ops.length, mark: "m0", ops }
    const slices = sliceBatch(batch)
    expect(slices.map(({ from, to, mark }) => [from, to, mark])).toEqual([
      [1, SLICE_MAX, "m0"],
      [SLICE_MAX + 1, SLICE_MAX * 2, `m${SLICE_MAX}`],
      [SLICE_MAX * 2 + 1, ops.length, `m${SLICE_MAX * 2}`],
    ])
    expect(slices.every(isGapless)).toBe(true)
    expect(slices.flatMap((slice) => slice.ops)).toEqual(ops)
    const gap = { ...batch, to: ops.length + 1 }
    expect(sliceBatch(gap)).toEqual([gap])
  })

  it("has no gap", () => {
    const ops = packBatch(rows(3))
    expect(isGapless({ from: 1, to: 3, ops })).toBe(true)
    expect(isGapless({ from: 1, to: 4, ops })).toBe(false)
    expect(isGapless({ from: 2, to: 4, ops })).toBe(false)
  })
})

describe("a body", () => {
  const check = createOpCheck(upOps)

  it.each([
    ["cash.closed", { record: {} }, null],
    ["cash.closed", {}, "INVALID_BODY: /"],
    ["order.changed", { order: {}, events: [{ type: "" }] }, "INVALID_BODY: /events/0"],
    ["unheard.of", {}, "UNKNOWN_KIND: unheard.of"],
    ["constructor", {}, "UNKNOWN_KIND: constructor"],
  ])("of %s: %j is parked for %j", (kind, body, reason) => {
    const said = check({ kind, body })
    if (reason === null) expect(said).toBeNull()
    else expect(said).toContain(reason)
  })
})
