/** Hub and box number at once, and lose their power. `npm run soak -- fiscal 100` goes on longer, also on PostgreSQL. */
import { expect, it } from "vitest"
import { onSqlite } from "../../kit/databases.ts"
import { tempDir } from "../../kit/temp.ts"
import { surviveKills } from "./survive-kills.ts"

/** A while of work, then both are killed. */
const CHANCES = [0.3, 0.9]
/** Five starts of the program. */
const TIMEOUT_MS = 120_000

onSqlite((open) => {
  it(
    "no number is given twice or without a record under kills, and a retry finds the number",
    async () => {
      const chances = [...CHANCES]
      const chance = () => chances.shift() ?? 0
      const { fault, untrue, answered } = await surviveKills({
        data: tempDir(),
        database: await open.freshUrl(),
        rounds: 1,
        chance,
      })
      expect({ fault, untrue }).toEqual({ fault: null, untrue: [] })
      expect(answered).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
