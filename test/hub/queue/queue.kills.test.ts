import { expect, it } from "vitest"
import { surviveKills } from "./survive-kills.ts"

const ROUNDS = 10
/** About 10 s on an idle machine. */
const PATIENCE_MS = 120_000

it(
  `no job is lost or applied twice over ${ROUNDS} kills of its worker; npm run soak kills it 1,000 times`,
  async () => {
    const { jobs, ended, notOnce, takenUp } = await surviveKills(ROUNDS)
    expect(notOnce).toEqual([])
    expect(ended).toEqual({ processed: jobs })
    // Else nothing was tested: the kills came between the jobs.
    expect(takenUp).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)
