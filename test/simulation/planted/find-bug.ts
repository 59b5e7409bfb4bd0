/** How many seeds it takes until a planted bug is found, and by what. */
import { runSeed } from "../run-seed.ts"
import { PLANTED } from "./bugs.ts"
import type { PlantedBug } from "./names.ts"

export interface Found {
  readonly bug: PlantedBug
  /** The first seed that finds it; null when none of them does. */
  readonly seed: number | null
  /** What the invariant said. */
  readonly by: string
}

export async function findBug(bug: PlantedBug, seedsMax: number): Promise<Found> {
  const plant = PLANTED[bug]
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    try {
      await runSeed(seed, { plant })
    } catch (error) {
      return { bug, seed, by: (error as Error).message }
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { bug, seed: null, by: "nothing" }
}
