/** Real hubs are killed during deliveries and reports: nothing is lost, nothing is applied twice. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { onPostgres, onSqlite } from "../kit/databases.ts"
import { surviveHubKills } from "./hub-kills/survive-kills.ts"

const ROUNDS = 3
const TIMEOUT_MS = 120_000

onSqlite(() => {
  it(
    "a killed hub sends again what was not accepted, with the same id and body, and processes what it accepted",
    async () => {
      const survived = await surviveHubKills({
        rounds: ROUNDS,
        hubs: 1,
        database: (data) => `sqlite:${join(data, "hub.db")}`,
      })
      expect(survived.faults).toEqual([])
      // Else nothing was tested: nothing was on its way when the hub was killed.
      expect([survived.cameAgain > 0, survived.takenUp > 0]).toEqual([true, true])
    },
    TIMEOUT_MS,
  )
})

onPostgres((open) => {
  it(
    "of two hubs one continues the work of the other after its kill",
    async () => {
      const url = await open.freshUrl()
      const survived = await surviveHubKills({ rounds: ROUNDS, hubs: 2, database: () => url })
      expect(survived.faults).toEqual([])
      expect([survived.cameAgain > 0, survived.takenUp > 0]).toEqual([true, true])
    },
    TIMEOUT_MS,
  )
})
