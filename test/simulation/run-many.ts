/** Runs many seeds, and says how to repeat the one that fails. */
import { FAULTS, type Fault } from "./faults.ts"
import { PLANTED } from "./planted/bugs.ts"
import type { PlantedBug } from "./planted/names.ts"
import { type RunReport, runSeed } from "./run-seed.ts"

export interface Totals {
  readonly seeds: number
  readonly sales: number
  readonly orders: number
  readonly answers: number
  readonly told: number
  readonly duplicates: number
  readonly conflicts: number
  readonly numberedTwice: number
  readonly seen: ReadonlyMap<Fault, number>
}

export interface Many {
  readonly onRun?: (seed: number, report: RunReport) => void
  /** Planted, to see it found. */
  readonly bug?: PlantedBug
}

export const repeatCommand = (seed: number, bug?: PlantedBug) =>
  `npm run soak -- simulation --seed ${seed}${bug === undefined ? "" : ` --bug ${JSON.stringify(bug)}`}`

export async function runMany(seeds: readonly number[], { onRun = () => {}, bug }: Many = {}): Promise<Totals> {
  const seen = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]))
  const totals = { sales: 0, orders: 0, answers: 0, told: 0, duplicates: 0, conflicts: 0, numberedTwice: 0 }
  for (const seed of seeds) {
    const report = await runOne(seed, bug)
    for (const [fault, times] of report.seen) seen.set(fault, (seen.get(fault) ?? 0) + times)
    totals.sales += report.sales
    totals.orders += report.orders
    totals.answers += report.answers
    totals.told += report.told
    totals.duplicates += report.duplicates
    totals.conflicts += report.conflicts
    totals.numberedTwice += report.numberedTwice
    onRun(seed, report)
    // Simulated time leaves no turn to the real one: whoever waits for it is let in between two runs.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { seeds: seeds.length, seen, ...totals }
}

async function runOne(seed: number, bug: PlantedBug | undefined): Promise<RunReport> {
  try {
    return await runSeed(seed, bug === undefined ? {} : { plant: PLANTED[bug] })
  } catch (error) {
    throw new Error(`seed ${seed} failed; repeat it with: ${repeatCommand(seed, bug)}`, { cause: error })
  }
}
