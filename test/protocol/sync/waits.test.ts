/** Waits double up to their limit, and are spread so that stores do not speak in chorus. */
import { describe, expect, it } from "vitest"
import { pollWait, resendWait, spread } from "../../../protocol/sync/waits.ts"

describe("a wait", () => {
  it("before saying it again doubles from 5 s to a minute", () => {
    expect([0, 1, 2, 3, 4, 99].map((tries) => resendWait(tries, 0.5))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })

  it.each([
    ["a resend, by a quarter", (chance: number) => resendWait(0, chance), [3_750, 5_000, 6_250]],
    ["a poll, by a half", pollWait, [30_000, 60_000, 90_000]],
    ["anything", (chance: number) => spread(100, 0.1, chance), [90, 100, 110]],
  ])("is spread around its length: %s", (_name, wait, expected) => {
    expect([0, 0.5, 1].map(wait)).toEqual(expected)
  })
})
