/** A screen that speaks over MQTT is alive for headquarters too, when its own heartbeats do not come. */
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { createPresence } from "../../../appliance/devices/index.ts"
import { findComponent } from "../../../appliance/health/components-store.ts"
import { recordScreenActivity } from "../../../appliance/health/index.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { whenOver } from "../../kit/temp.ts"

const MINUTE_MS = 60_000
const AT = { online: true, at: "", version: "1.4.0" }

afterEach(() => void vi.useRealTimers())

/** A box that hears its screens, on a clock that the test turns. */
async function hearing() {
  const { box, data, clock } = await openLoneBox()
  await box.stop()
  const db = openSqlite(join(data, "box.db"))
  whenOver(() => void db.close())
  const store = createBoxStore(db, clock)
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const presence = createPresence({ store, clock, onChange: () => undefined, onAlive: recordScreenActivity })
  await presence.start(new AbortController().signal)
  return { db, store, clock, presence }
}

it("a screen's activity is reported only if its own heartbeats are missing for an interval, and not after it is gone", async () => {
  const { store, clock, presence } = await hearing()
  const minute = (beat: Parameters<typeof presence.onHeartbeat>[1]) => {
    clock.advance(MINUTE_MS)
    presence.onHeartbeat("pos-1", beat)
    vi.advanceTimersByTime(MINUTE_MS)
    return store.read((tx) => findComponent(tx, "pos-1"))
  }
  const first = minute(AT)
  expect(first).toMatchObject({ componentType: "pos", status: "online", appVersion: "1.4.0", lastBeatAt: clock.iso() })
  for (let nth = 0; nth < 9; nth += 1) expect(minute(AT)?.lastBeatAt).toBe(first?.lastBeatAt)
  expect(minute(AT)).toMatchObject({ firstBeatAt: first?.firstBeatAt, lastBeatAt: clock.iso() })
  const last = clock.iso()
  for (let nth = 0; nth < 12; nth += 1) expect(minute({ ...AT, online: false })?.lastBeatAt).toBe(last)
  await presence.stop()
})

it("screens' activity waits while the disk refuses writes, and the box keeps running", async () => {
  const { db, store, presence } = await hearing()
  const beats = () => store.read((tx) => findComponent(tx, "pos-1")?.appVersion)
  presence.onHeartbeat("pos-1", AT)
  db.pragma("query_only = ON")
  vi.advanceTimersByTime(MINUTE_MS)
  db.pragma("query_only = OFF")
  expect(beats()).toBeUndefined()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(beats()).toBe("1.4.0")
  await presence.stop()
})
