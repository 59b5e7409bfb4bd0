/** Bugs that are planted one at a time are found: the quick ones in every test run, all of them by `npm run soak -- planted`. */
import { describe, expect, it } from "vitest"
import { PLANTED, type PlantedBug } from "./bugs.ts"
import { findBug } from "./find-bug.ts"

const SEEDS_MAX = 3
/** What takes more seeds is left to the long run. */
const SLOW: readonly PlantedBug[] = [
  "the hub acknowledges before it commits",
  "the hub goes by the box's clock and not by its numbers",
  "a restored box numbers before it has asked",
]

describe("a planted bug is found", () => {
  const quick = (Object.keys(PLANTED) as PlantedBug[]).filter((bug) => !SLOW.includes(bug))
  it.each(quick)("%s", { timeout: 60_000 }, async (bug) => {
    const { seed, by } = await findBug(bug, SEEDS_MAX)
    expect(seed, by).not.toBeNull()
  })
})
