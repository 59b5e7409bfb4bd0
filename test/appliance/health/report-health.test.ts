/** Rounds that tell the hub how the store is: one at a time, also where the box begins to number anew. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { saveConfig } from "../../../appliance/catalog/index.ts"
import { createRelay } from "../../../appliance/health/index.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import { createUplink } from "../../../appliance/sync/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { layBoxFile } from "../../kit/box-file.ts"
import { aStoreConfig, NOW } from "../../kit/lone-box.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const INTERVAL_MS = 600_000

function aRelay() {
  const data = tempDir()
  layBoxFile(data)
  const db = openSqlite(join(data, "box.db"))
  whenOver(() => void db.close())
  const clock = createManualClock(NOW)
  const store = createBoxStore(db, clock)
  store.write((tx) => saveConfig(tx, aStoreConfig()))
  const ids = createIds({ clock })
  const none = () => null
  const uplink = createUplink({ store, ids, log: silentLog, applyDown: none, execute: none, chance: () => 0.5 })
  whenOver(() => uplink.stop())
  const { outbox } = uplink
  const line = { link: "up" as const, epoch: "epoch-1", made: 0, acked: 0, fenced: false, clockSkewMs: null }
  const relay = createRelay({
    ...{ store, outbox, clock, log: silentLog, version: "1.0.0", startedAt: NOW },
    line: () => line,
    printers: () => [],
    maintenance: {
      state: () => ({
        disk: { is: "fine", freeBytes: 1, totalBytes: 1 },
        backups: { count: 0, newestAt: null, failure: null },
        clockJump: null,
        restoredAt: null,
      }),
      degraded: none,
    },
    hasManyWrongPins: () => false,
  })
  /** An interval later, with the line as it is then. */
  const later = (is: Partial<typeof line>) => {
    Object.assign(line, is)
    clock.advance(INTERVAL_MS)
    return relay.tick()
  }
  return { later }
}

it("the next health report waits until the hub has the last one", () => {
  const { later } = aRelay()
  expect(later({ made: 500, acked: 499 })).toBe(true)
  expect(later({ made: 500, acked: 499 })).toBe(false)
  expect(later({ made: 500, acked: 500 })).toBe(true)
})

it("a new epoch does not wait for a number of the one before", () => {
  const { later } = aRelay()
  expect(later({ made: 500, acked: 500 })).toBe(true)
  expect(later({ epoch: "epoch-2", made: 3, acked: 3 })).toBe(true)
})
