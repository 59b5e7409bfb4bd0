/** A disk that takes nothing: the line to the hub lives on, believes nothing that is not kept, and makes up for it once there is room. */
import { describe, expect, it } from "vitest"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createOutbox } from "../../../appliance/sync/outbox.ts"
import { createEngine } from "../../../appliance/sync/sync-engine.ts"
import { ack, up } from "../../../protocol/mqtt/cloud.ts"
import { RESEND_FIRST_MS } from "../../../protocol/sync/limits.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { tempDir } from "../../kit/temp.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const STORE = "store-1"

class DiskFull extends Error {
  readonly code = "SQLITE_FULL"
}

function aBoxOnline() {
  const db = openSqlite(`${tempDir()}/box.db`)
  const clock = createManualClock(NOON)
  migrateSqlite(db, MIGRATIONS, NOON)
  const whole = createBoxStore(db, clock)
  const disk = { full: false }
  const store: BoxStore = {
    ...whole,
    write: (fn) =>
      whole.write((tx) => {
        const value = fn(tx)
        if (disk.full) throw new DiskFull("database or disk is full")
        return value
      }),
  }
  const sent: { channel: string; payload: string | Uint8Array }[] = []
  const time = { now: 0 }
  const ids = createIds({ clock })
  const deps = { store, ids, log: silentLog, applyDown: () => null, execute: () => null, chance: () => 0.5 }
  const engine = createEngine({
    ...deps,
    time: () => time.now,
    send: (message) => void sent.push(message),
    reconnect: () => undefined,
  })
  const outbox = createOutbox({ ids, nudge: () => undefined })
  const sell = () => store.write((tx) => outbox.record(tx, { kind: "cash.closed", body: { record: {} } }))
  engine.linkUp(engine.nextSession().session)
  const batch = () => {
    const last = sent.filter(({ channel }) => channel === "up").at(-1)
    const read = up.decode(last?.payload ?? "")
    if (!read.ok) throw new Error(read.reason)
    return read.message
  }
  const hear = (said: { standing: "current" | "fenced" | "reset"; applied: number; mark: string | null }) => {
    const { epoch, from } = batch()
    engine.receive(ack.topic({ storeId: STORE }), ack.encode({ epoch, current: "another-epoch", re: from, ...said }))
  }
  return { engine, disk, sell, sent, time, batch, hear }
}

describe("while the disk is full", () => {
  it("an acknowledgement is received without harm", () => {
    const { engine, disk, sell, batch, hear } = aBoxOnline()
    sell()
    engine.nudge()
    const mark = batch().ops[0]?.mark ?? null
    disk.full = true
    hear({ standing: "current", applied: 1, mark })
    expect(engine.status()).toMatchObject({ acked: 1, ackedOnDisk: 0, unsent: 0 })
    disk.full = false
    sell()
    engine.nudge()
    expect(batch()).toMatchObject({ from: 2, to: 2, mark })
  })

  it("a shutout that could not be stored is received again, and then ends the sales", () => {
    const { engine, disk, sell, batch, hear } = aBoxOnline()
    sell()
    engine.nudge()
    const mark = batch().ops[0]?.mark ?? null
    disk.full = true
    hear({ standing: "fenced", applied: 1, mark })
    expect(engine.status().fenced).toBe(false)
    disk.full = false
    hear({ standing: "fenced", applied: 1, mark })
    expect(engine.status().fenced).toBe(true)
    expect(sell).toThrow("another box has taken over")
  })

  it("an epoch that could not start is started when the hub answers again, without hurry", () => {
    const { engine, disk, sell, sent, time, batch, hear } = aBoxOnline()
    sell()
    engine.nudge()
    const { epoch } = engine.status()
    disk.full = true
    hear({ standing: "reset", applied: 0, mark: null })
    expect(engine.status().epoch).toBe(epoch)
    const before = sent.length
    engine.tick()
    expect(sent).toHaveLength(before)
    disk.full = false
    time.now += RESEND_FIRST_MS
    engine.tick()
    expect(batch()).toMatchObject({ epoch, from: 1 })
    hear({ standing: "reset", applied: 0, mark: null })
    expect(engine.status().epoch).not.toBe(epoch)
  })
})
