/** A box and a copy of its data share one login at the hub's broker, so each new connection of one ends the other's. */
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import { continueEpoch } from "../../../appliance/sync/index.ts"
import { loadSyncState } from "../../../appliance/sync/sync-state-store.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { onSqlite } from "../../kit/databases.ts"
import { openBox, openHub, type TestBox, until } from "../../kit/line.ts"
import { tempFile } from "../../kit/temp.ts"

/** About fifty times the first wait after a lost connection. */
const WATCHED_MS = 1_000

/** Copies a box's data and opens a new epoch on it, as a start on another machine does. */
function copyOf({ db }: TestBox): TestBox {
  const path = tempFile("copy.db")
  db.exec(`VACUUM INTO '${path}'`)
  const copied = openSqlite(path)
  createBoxStore(copied, systemClock).write((tx) => continueEpoch(tx, crypto.randomUUID()))
  copied.close()
  return openBox({ path })
}

const sessionOf = ({ db }: TestBox) => loadSyncState(db, () => "").session

onSqlite((open) => {
  it("a box that its copy has shut out sends the rest and then stays disconnected", async () => {
    const hub = await openHub(open)
    const box = openBox()
    await box.connect(hub.port)
    box.sell(1)
    await until(() => hub.applied.length === 1)
    await box.uplink.stop()
    const copy = copyOf(box)
    box.sell(2)
    await copy.connect(hub.port)
    copy.sell(3)
    await until(() => hub.applied.length === 2)

    await box.connect(hub.port)
    await until(() => box.uplink.status().fenced && box.uplink.status().unsent === 0)
    expect(hub.applied).toHaveLength(3)
    await until(() => box.uplink.status().link === "down")
    const connections = sessionOf(box)
    await pause(WATCHED_MS)
    expect(sessionOf(box)).toBe(connections)
    expect(copy.uplink.status().link).toBe("up")
    copy.sell(4)
    await until(() => hub.applied.length === 4)
  })
})
