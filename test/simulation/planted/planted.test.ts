/** Bugs that are planted one at a time are found, all of them in every test run; `npm run soak -- planted` says which seed finds each. */
import { describe, expect, it } from "vitest"
import { findBug } from "./find-bug.ts"
import { PLANTED_BUGS } from "./names.ts"

const SEEDS_MAX = 20

describe("the simulation finds a planted bug", () => {
  it.each(PLANTED_BUGS)("%s", { timeout: 120_000 }, async (bug) => {
    const { seed, by } = await findBug(bug, SEEDS_MAX)
    expect(seed, by).not.toBeNull()
  })
})
