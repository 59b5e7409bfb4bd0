/** A program that is older than its database starts on none: one line, an exit code, and the database as it was. PostgreSQL's turn is in the story of hubs side by side. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { MIGRATIONS as BOX_STEPS } from "../../../appliance/storage/index.ts"
import { MIGRATIONS as HUB_STEPS } from "../../../hub/storage/index.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { runProgram } from "../../kit/processes.ts"
import { tempDir } from "../../kit/temp.ts"

const OF_LATER = 9_999
const PORTS = ["--host", "127.0.0.1", "--port", "0", "--mqtt-port", "0"]

it.each([
  ["hub", "hub.db", HUB_STEPS],
  ["appliance", "box.db", BOX_STEPS],
] as const)("brasa %s reports a newer database in one line, and does not change it", async (command, file, steps) => {
  const data = tempDir()
  const db = new Sqlite(join(data, file))
  migrateSqlite(db, steps, new Date(0).toISOString())
  db.prepare("INSERT INTO schema_migration VALUES (?, 'of-later', '', '', '99.1.0')").run(OF_LATER)
  const before = db.prepare("SELECT * FROM schema_migration").all()
  db.close()
  const { code, err } = await runProgram([command, "--data", data, ...PORTS])
  expect([code, err.trim().split("\n").length]).toEqual([2, 1])
  expect(err).toMatch(new RegExp(`schema ${OF_LATER} .*start version 99.1.0 or newer`))
  const after = new Sqlite(join(data, file), { readonly: true })
  expect(after.prepare("SELECT * FROM schema_migration").all()).toEqual(before)
  after.close()
})

it.each([
  ["pair", []],
  ["pin", []],
  ["standby-code", []],
  ["update", []],
  ["bundle", ["--out", join(tempDir(), "bundle.json.gz")]],
] as const)("brasa appliance %s refuses a newer database, and names the version it needs", async (word, more) => {
  const data = tempDir()
  const db = new Sqlite(join(data, "box.db"))
  migrateSqlite(db, BOX_STEPS, new Date(0).toISOString())
  db.prepare("INSERT INTO schema_migration VALUES (?, 'of-later', '', '', '99.1.0')").run(OF_LATER)
  db.close()
  const { code, err, out } = await runProgram(["appliance", word, "--data", data, ...more])
  expect([code, err.trim().split("\n").length, out]).toEqual([2, 1, ""])
  expect(err).toContain("start version 99.1.0 or newer")
})
