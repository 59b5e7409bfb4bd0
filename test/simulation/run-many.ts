/** Runs many seeds, and says how to repeat the one that fails. */
import { type RunReport, runSeed } from "./run-seed.ts"
import { FAULTS, type Fault } from "./world.ts"

export interface Totals {
  readonly seeds: number
  readonly sales: number
  readonly orders: number
  readonly answers: number
  readonly seen: ReadonlyMap<Fault, number>
}

export const repeatCommand = (seed: number) => `npx tsx test/simulation/soak.ts --seed ${seed}`

export async function runMany(
  seeds: readonly number[],
  onRun: (seed: number, report: RunReport) => void = () => {},
): Promise<Totals> {
  const seen = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]))
  const totals = { sales: 0, orders: 0, answers: 0 }
  for (const seed of seeds) {
    const report = await runOne(seed)
    for (const [fault, times] of report.seen) seen.set(fault, (seen.get(fault) ?? 0) + times)
    totals.sales += report.sales
    totals.orders += report.orders
    totals.answers += report.answers
    onRun(seed, report)
  }
  return { seeds: seeds.length, seen, ...totals }
}

async function runOne(seed: number): Promise<RunReport> {
  try {
    return await runSeed(seed)
  } catch (error) {
    throw new Error(`seed ${seed} failed; repeat it with: ${repeatCommand(seed)}`, { cause: error })
  }
}
