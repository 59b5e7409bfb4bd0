/** The simulation by hand: many seeds, one again, a day of many shops, and the bugs that are planted. */
import { FAULTS } from "../simulation/faults.ts"
import { SHOP } from "../simulation/pace.ts"
import { findBug } from "../simulation/planted/find-bug.ts"
import { PLANTED_BUGS, type PlantedBug } from "../simulation/planted/names.ts"
import { runMany, type Totals } from "../simulation/run-many.ts"
import { type RunReport, runSeed } from "../simulation/run-seed.ts"

const REPORT_EVERY = 50
/** In so many seeds each fault is to be seen. */
const SEE_ALL_IN = 100
const HOUR_MS = 3_600_000

export interface Seeds {
  readonly count: number
  readonly from: number
  /** Only this one. */
  readonly seed: number | null
  readonly bug: PlantedBug | null
}

export async function simulateSeeds({ count, from, seed, bug }: Seeds): Promise<number> {
  const seeds = seed === null ? Array.from({ length: count }, (_, index) => from + index) : [seed]
  const since = start()
  let done = 0
  const onRun = () => {
    done += 1
    if (done % REPORT_EVERY === 0) console.log(`${done} of ${seeds.length} seeds, ${since.seconds()} s`)
  }
  const totals = await runMany(seeds, { onRun, ...(bug && { bug }) })
  tell(`${totals.seeds} seeds`, totals, since)
  return isEachSeen(totals) ? 0 : 1
}

/** A hundred seeds that never saw a fault prove nothing about it. */
function isEachSeen({ seeds, seen }: Totals): boolean {
  const unseen = FAULTS.filter((fault) => !seen.get(fault))
  if (seeds < SEE_ALL_IN || unseen.length === 0) return true
  console.error(`never seen: ${unseen.join(", ")}`)
  return false
}

/** One run of many stores, at a shop's pace. */
export async function simulateShops(of: { stores: number; hours: number; seed: number }): Promise<number> {
  const { stores, hours, seed } = of
  const since = start()
  const report = await runSeed(seed, { stores, tradeMs: hours * HOUR_MS, pace: SHOP })
  tell(`${hours} hours of ${stores} stores (seed ${seed})`, report, since)
  return 0
}

export async function findPlanted(seedsMax: number): Promise<number> {
  let unfound = 0
  for (const bug of PLANTED_BUGS) {
    const { seed, by } = await findBug(bug, seedsMax)
    if (seed === null) unfound += 1
    console.log(`| ${bug} | ${seed ?? "not found"} | ${by} |`)
  }
  return unfound === 0 ? 0 : 1
}

interface Since {
  seconds(): string
  processorSeconds(): string
}

function start(): Since {
  const [at, before] = [performance.now(), process.cpuUsage()]
  return {
    seconds: () => ((performance.now() - at) / 1_000).toFixed(1),
    processorSeconds() {
      const { user, system } = process.cpuUsage(before)
      return ((user + system) / 1_000_000).toFixed(1)
    },
  }
}

function tell(
  what: string,
  { sales, orders, answers, told, duplicates, conflicts, numberedTwice, seen }: RunReport,
  since: Since,
): void {
  console.log(`${what} held: ${sales} sales, ${orders} orders, ${answers} answers, ${told} events`)
  console.log(
    `${duplicates} orders that hub and store had both accepted, ${conflicts} conflicts; ${numberedTwice} had two numbers`,
  )
  console.log(`${since.seconds()} s, of which ${since.processorSeconds()} s of processor time`)
  for (const fault of FAULTS) console.log(`  ${fault}: ${seen.get(fault) ?? 0}`)
}
