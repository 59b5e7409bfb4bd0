/** A store's valid credential in hostile hands: no foreign effect, no crash, memory and disk within limits, and honest stores go on. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { onPostgres, onSqlite } from "../../kit/databases.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { whenOver } from "../../kit/temp.ts"
import { surviveCredential } from "./survive-credential.ts"

/** `npm run soak -- credential N` runs for so many minutes. */
const LONG = process.env.BRASA_CREDENTIAL
const MS = LONG === undefined ? 10_000 : Number(LONG) * 60_000
const SEED = Number(process.env.BRASA_SEED ?? 1)
const TIMEOUT_MS = MS + 180_000
const say = (line: string) => void (LONG !== undefined && process.stderr.write(`${line}\n`))

async function survive(hubs: number, database: (data: string) => string): Promise<void> {
  const { faults, ...counts } = await surviveCredential({ hubs, ms: MS, seed: SEED, database, say })
  if (LONG !== undefined) console.log(JSON.stringify(counts))
  expect(faults).toEqual([])
  // Else nothing was tested: nothing was taken, or nothing was refused.
  expect([counts.acknowledged > 0, counts.deadLetters > 0, counts.sales > 0]).toEqual([true, true, true])
}

onSqlite(() => {
  it(
    "a valid store credential reaches no other store at a hub on SQLite",
    () => survive(1, (data) => `sqlite:${join(data, "hub.db")}`),
    TIMEOUT_MS,
  )
})

onPostgres(() => {
  it(
    "a valid store credential reaches no other store at two hubs on PostgreSQL",
    async () => {
      // The server that the tests share never vacuums, and its size would grow with each update.
      const server = await startPostgres()
      whenOver(() => server.stop())
      await survive(2, () => server.url)
    },
    TIMEOUT_MS,
  )
})
