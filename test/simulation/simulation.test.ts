/** A short soak in every test run: nothing lost, nothing twice, in order, and every kind of fault was really there. */
import { describe, expect, it } from "vitest"
import { runMany } from "./run-many.ts"
import { runSeed } from "./run-seed.ts"

const SEEDS = 24

describe("a hub and three stores on a bad network, with power failures", () => {
  it(`agree on everything once it is quiet, for ${SEEDS} seeds`, { timeout: 120_000 }, async () => {
    const totals = await runMany(Array.from({ length: SEEDS }, (_, index) => index + 1))
    expect(totals.sales).toBeGreaterThan(SEEDS * 50)
    expect(totals.orders).toBeGreaterThan(SEEDS * 10)
    expect(totals.answers).toBeGreaterThan(SEEDS)
    const unseen = [...totals.seen].filter(([, times]) => times === 0).map(([fault]) => fault)
    expect(unseen).toEqual([])
  })

  it("live the same life again from the same seed", async () => {
    const [first, second] = [await runSeed(7), await runSeed(7)]
    expect(first).toEqual(second)
  })
})
