/** Checks the schema that hubs made when they started together on an empty database, and the message of a hub that is too old for it. */
import pg from "pg"
import { MIGRATIONS } from "../../../hub/storage/index.ts"
import { runProgram } from "../../kit/processes.ts"
import { type Hubs, SECRET_KEY } from "../hub-kills/hubs.ts"

const OF_LATER = 9_999

/** What is wrong with it. The database is of no more use to this program afterwards. */
export async function checkSchema(
  hubs: Hubs,
  { database, data }: { database: string; data: string },
): Promise<string[]> {
  const faults: string[] = []
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const read = "SELECT count(*)::int AS steps, count(DISTINCT applied_at)::int AS times FROM schema_migration"
  const { steps, times } = (await client.query(read)).rows[0]
  if (steps !== MIGRATIONS.length || times !== 1)
    faults.push(`${steps} steps of the schema were made at ${times} times`)
  await client.query("INSERT INTO schema_migration VALUES ($1, 'of-later', '', '')", [OF_LATER])
  await client.end()
  const { code, err } = await runProgram(["hub", "--data", data, "--database", database, "--secret-key", SECRET_KEY])
  const isToldOnce = err.trim().split("\n").length === 1 && err.includes("start a newer program")
  if (code !== 2 || !isToldOnce) faults.push(`too old for the database, a hub ended with ${code} and said: ${err}`)
  if ((await hubs.ask(0, "/readyz"))?.status !== 200) faults.push("a hub that runs minds a newer schema")
  return faults
}
