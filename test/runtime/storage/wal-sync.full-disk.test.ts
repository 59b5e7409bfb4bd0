/** The write-ahead log on a disk that has no room for it in the file: it waits for room, and nobody ends. */
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createCheckpoints, openSqlite } from "../../../runtime/storage/sqlite.ts"
import { fillDisk, makeRoom, mountDisk, unmountDisk } from "../../kit/small-disk.ts"
import { soon } from "../../kit/soon.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const ROWS = 200

it("the write-ahead log is written into the file once there is room", async ({ skip }) => {
  const place = join(tempDir(), "disk")
  mkdirSync(place)
  if (!mountDisk(place, "size=8m")) return skip()
  whenOver(() => unmountDisk(place))
  const path = join(place, "box.db")
  const db = openSqlite(path, { isWriter: true })
  whenOver(() => void db.close())
  db.exec("CREATE TABLE row (body TEXT)")
  for (let row = 0; row < ROWS; row += 1) db.prepare("INSERT INTO row VALUES (?)").run("x".repeat(3_000))
  const file = statSync(path).size
  fillDisk(place)
  let tries = 0
  const empty = () => {
    tries += 1
    db.pragma("wal_checkpoint(TRUNCATE)")
  }
  const checkpoints = createCheckpoints(db, { everyMs: 5, empty })
  whenOver(() => checkpoints.stop())
  checkpoints.start()
  await soon(() => expect(tries).toBeGreaterThan(2))
  expect(statSync(path).size).toBe(file)
  makeRoom(place)
  await soon(() => expect(statSync(`${path}-wal`).size).toBe(0))
  expect(db.prepare("SELECT count(*) FROM row").pluck().get()).toBe(ROWS)
})
