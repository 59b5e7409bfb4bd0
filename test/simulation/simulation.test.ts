/** A short soak in every test run: nothing lost, nothing twice, in order, and every kind of fault was really there. */
import { describe, expect, it } from "vitest"
import { productRoot } from "../../runtime/root.ts"
import { runWatchedNow } from "../kit/watched-process.ts"
import { FAULTS } from "./faults.ts"
import { SHOP } from "./pace.ts"
import { repeatCommand, runMany } from "./run-many.ts"
import { runSeed } from "./run-seed.ts"

const SEEDS = 200
const DAY_MS = 24 * 3_600_000

describe("one to three hub processes and three stores on a bad network, with power failures, full disks, wrong clocks and restored backups", () => {
  it(`agree on everything after the last fault, for ${SEEDS} seeds`, { timeout: 900_000 }, async () => {
    const totals = await runMany(Array.from({ length: SEEDS }, (_, index) => index + 1))
    expect(totals.sales).toBeGreaterThan(SEEDS * 100)
    expect(totals.orders).toBeGreaterThan(SEEDS * 25)
    expect(totals.answers).toBeGreaterThan(SEEDS * 7)
    expect(totals.told).toBeGreaterThan(SEEDS * 6)
    expect(totals.duplicates).toBeGreaterThan(SEEDS * 2)
    expect(totals.conflicts).toBeGreaterThan(SEEDS / 8)
    expect(totals.numberedTwice).toBeGreaterThan(SEEDS / 8)
    const unseen = FAULTS.filter((fault) => !totals.seen.get(fault))
    expect(unseen).toEqual([])
  })

  it("agree after a day of shops that open and close", { timeout: 200_000 }, async () => {
    const { sales, told } = await runSeed(3, { tradeMs: DAY_MS, pace: SHOP })
    expect(sales).toBeGreaterThan(3 * 150)
    expect(told).toBeGreaterThan(0)
  })

  it("repeat the same run from the same seed", async () => {
    const [first, second] = [await runSeed(7), await runSeed(7)]
    expect(first).toEqual(second)
  })

  it("a failed seed prints the one command that repeats it, and the command does", async () => {
    const bug = "the hub's watermark is off by one"
    const failing = runMany([3], { bug })
    await expect(failing).rejects.toThrow(`seed 3 failed; repeat it with: ${repeatCommand(3, bug)}`)
    await expect(failing).rejects.toMatchObject({ cause: { message: /ran ahead of its commit/ } })
    expect(repeatCommand(3)).toBe("npm run soak -- simulation --seed 3")
    const again = runWatchedNow("sh", ["-c", repeatCommand(3, bug)], { cwd: productRoot() })
    expect(again.code).not.toBe(0)
    expect(again.err).toMatch(/ran ahead of its commit/)
  })
})
