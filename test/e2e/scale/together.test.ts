/** Hub processes side by side on one PostgreSQL and one Mosquitto: one is killed, one is frozen, and nothing is lost or done twice. */
import { expect, it } from "vitest"
import { onPostgres } from "../../kit/databases.ts"
import { startMosquitto } from "../../kit/mosquitto.ts"
import { surviveTogether } from "./survive-together.ts"

/** `npm run soak -- scale N` runs so many rounds, with three hubs. */
const LONG = process.env.BRASA_SCALE
const ROUNDS = Number(LONG ?? 1)
const COUNT = LONG === undefined ? 2 : 3
const START_MS = 120_000
const ROUND_MS = 60_000

onPostgres((open) => {
  it(
    "go on while one of them is killed and another stands still under load; what it wakes up with, it may not write",
    async () => {
      const [database, mqtt] = [await open.freshUrl(), await startMosquitto()]
      const { faults, ...counts } = await surviveTogether({ rounds: ROUNDS, count: COUNT, database, mqtt })
      if (LONG !== undefined) console.log(JSON.stringify(counts))
      expect(faults).toEqual([])
      // Else nothing was tested: the frozen one had nothing in its hands.
      expect(counts.takenUp).toBeGreaterThan(0)
    },
    START_MS + ROUNDS * ROUND_MS,
  )
})
