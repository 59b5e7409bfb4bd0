/** A hub and a word at the console on one SQLite file: the word is waited for, a while. */
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { lockDatabase } from "../../../hub/composition/lock-database.ts"
import { DirectoryInUse, lockDirectory } from "../../../runtime/directory-lock.ts"
import { tempDir } from "../../kit/temp.ts"

const MAKING_TABLES_MS = 300

it("a hub that starts while a console command creates the tables waits for it", async () => {
  const data = tempDir()
  const config = { data, database: `sqlite:${join(data, "hub.db")}`, secretKey: null, logLevel: "silent" } as const
  const word = lockDirectory(data, "hub.db.lock")
  const waiting = lockDatabase(config)
  await pause(MAKING_TABLES_MS)
  word.release()
  const owned = await waiting
  expect(() => lockDirectory(data, "hub.db.lock")).toThrow(DirectoryInUse)
  owned?.release()
})
