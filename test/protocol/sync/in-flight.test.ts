/** What an answer makes of the batches on their way: those that the hub has are gone, and nothing is said twice without need. */
import { describe, expect, it } from "vitest"
import { advance, dropFrom, indexOfBatch, nextOf, recordSent } from "../../../protocol/sync/in-flight.ts"
import { RESEND_FIRST_MS } from "../../../protocol/sync/limits.ts"
import type { Flight } from "../../../protocol/sync/store-line.ts"

const NOW = { now: 1_000, chance: 0.5 }
const three: Flight = { from: 1, ends: [10, 20, 30], packing: false, resendAt: 2_000, tries: 0 }
const packing: Flight = { ...three, packing: true }

describe("a flight", () => {
  it.each([
    [1, three, 0],
    [11, three, 1],
    [31, three, null],
    [31, packing, 3],
    [5, three, null],
    [1, null, null],
  ] as const)("knows which batch begins with op %s", (first, flight, place) => {
    expect(indexOfBatch(flight, first)).toBe(place)
  })

  it("grows by the batch that was packed, and by no other", () => {
    expect(nextOf(packing)).toBe(31)
    expect(recordSent(packing, { from: 31, to: 40 })).toMatchObject({ ends: [10, 20, 30, 40], packing: false })
    expect(recordSent(packing, { from: 21, to: 40 })).toBe(packing)
    expect(recordSent(three, { from: 31, to: 40 })).toBe(three)
    expect(recordSent(null, { from: 31, to: 40 })).toBeNull()
  })

  it.each([
    ["the oldest", 10, 1, { from: 11, ends: [20, 30] }],
    ["two at once", 20, 11, { from: 21, ends: [30] }],
    ["a part of the oldest, said in answer to another thing", 5, null, { from: 1, ends: [10, 20, 30] }],
    ["a part of the next, said in answer to another thing", 15, null, { from: 11, ends: [20, 30] }],
  ])("loses %s that the hub has", (_what, applied, re, left) => {
    expect(advance(three, { applied, re }, NOW)).toMatchObject(left)
  })

  it.each([
    ["all is there", 30, 21],
    ["the answer to the oldest names a part of it", 5, 1],
    ["the answer to the next names a part of it", 15, 11],
  ])("ends when %s", (_what, applied, re) => {
    expect(advance(three, { applied, re }, NOW)).toBeNull()
  })

  it("waits anew for what is left, and only then", () => {
    expect(advance({ ...three, tries: 2 }, { applied: 10, re: 1 }, NOW)).toMatchObject({
      resendAt: NOW.now + RESEND_FIRST_MS,
      tries: 0,
    })
    expect(advance(three, { applied: 0, re: null }, NOW)).toBe(three)
    expect(advance(packing, { applied: 30, re: 21 }, NOW)).toMatchObject({ from: 31, ends: [], packing: true })
  })

  it("forgets what left after a batch that was passed over, and holds", () => {
    expect(dropFrom(packing, 1)).toMatchObject({ from: 1, ends: [10], packing: false, tries: 1 })
  })
})
