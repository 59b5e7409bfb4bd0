import { existsSync } from "node:fs"
import pg from "pg"
import { expect, it } from "vitest"
import { startPostgres } from "./start-postgres.ts"

const EVENTS = ["exit", "beforeExit", "SIGHUP", "SIGINT", "SIGTERM", "message"]

it("a test PostgreSQL is durable, and leaves no exit hook and no files", async () => {
  const hooks = () => EVENTS.map((event) => process.listenerCount(event))
  const before = hooks()
  const server = await startPostgres()
  expect(hooks()).toEqual(before)

  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('data_directory') AS path",
  )
  await client.end()
  expect(rows[0].fsync).toBe("on")
  expect(existsSync(rows[0].path)).toBe(true)

  await server.stop()
  expect(existsSync(rows[0].path)).toBe(false)
})
