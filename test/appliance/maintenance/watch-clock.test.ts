/** A clock that jumps: it is noticed and recorded, and moves no business day. */
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Act, createRecordAudit } from "../../../appliance/audit/index.ts"
import { createClockWatch } from "../../../appliance/maintenance/watch-clock.ts"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { API_KEY, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, aStore } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const DAY_MS = 24 * 3_600_000

function watched() {
  const clock = createManualClock(NOON)
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  const acts: Act[] = []
  let ticks = 0
  const watch = createClockWatch({
    store: createBoxStore(db, clock),
    clock,
    log: silentLog,
    record: (_tx, act) => void acts.push(act),
    ticks: () => ticks,
    onChange: () => {},
  })
  const pass = (wallMs: number, tickMs = wallMs) => {
    clock.advance(wallMs)
    ticks += tickMs
    return watch.look()
  }
  return { db, clock, watch, acts, pass }
}

describe("a clock", () => {
  it("that runs or drifts has not jumped", () => {
    const { acts, pass, watch } = watched()
    for (let look = 0; look < 50; look += 1) expect(pass(5_400, 5_000)).toBeNull()
    expect([acts, watch.unrecorded()]).toEqual([[], null])
  })

  it("that jumps is noticed once, in either direction", () => {
    const { acts, pass } = watched()
    expect(pass(5_000 + DAY_MS, 5_000)?.byMs).toBe(DAY_MS)
    expect(pass(5_000)).toBeNull()
    expect(pass(5_000 - 2 * DAY_MS, 5_000)?.byMs).toBe(-2 * DAY_MS)
    expect(acts.map(({ action, detail }) => [action, detail?.byMs])).toEqual([
      ["clock.jumped", DAY_MS],
      ["clock.jumped", -2 * DAY_MS],
    ])
  })

  it("that is behind the newest sale at the start has lost its time", () => {
    const { db, acts, watch } = watched()
    db.prepare(
      "INSERT INTO outbox (seq, mark, kind, at, body) VALUES (1, 'm', 'order.changed', '2026-11-21T14:00:00.000Z', '{}')",
    ).run()
    watch.start()
    watch.stop()
    expect(acts.map(({ detail }) => detail?.byMs)).toEqual([-2 * 3_600_000])
  })
})

describe("a recorded jump", () => {
  it("is shown after a restart, until the day is closed", async () => {
    const before = await openLoneBox()
    const { businessDayDate } = (await before.call("POST", "/api/lan/v1/days")).body.data
    const code = before.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
    const manager = (await before.call("POST", "/api/lan/v1/pair", { code }, null)).body.data.key
    await before.box.stop()
    const db = openSqlite(join(before.data, "box.db"))
    const record = createRecordAudit({ ids: { uuid: anId }, outbox: { hex12: () => anId(), record: () => undefined } })
    createBoxStore(db, createManualClock(NOON)).write((tx) =>
      record(tx, { action: "clock.jumped", caller: null, detail: { byMs: -DAY_MS } }),
    )
    db.close()
    const box = await openLoneBox({ before })
    const shown = async () => (await box.call("GET", "/api/lan/v1/state", undefined, manager)).body.data.care.clockJump
    expect(await shown()).toEqual({ at: NOON, byMs: -DAY_MS })
    const day = `/api/v1/core/external/stores/${aStore().id}/days/${businessDayDate}/close`
    expect((await box.call("POST", day, undefined, API_KEY)).status).toBe(200)
    expect(await shown()).toBeNull()
  })
})

describe("the business day", () => {
  it("stays the open one when the clock jumps a day in either direction", async () => {
    const box = await openLoneBox()
    const { businessDayDate } = (await box.call("POST", "/api/lan/v1/days")).body.data
    for (const [at, jump] of [0, DAY_MS, -2 * DAY_MS].entries()) {
      box.clock.advance(jump)
      const sale = orderBody({ orderId: `sale-${at}`, paid: "CASH", createdAt: box.clock.iso() })
      const sold = await box.call("POST", ORDERS, sale)
      expect(sold.status, JSON.stringify(sold.body)).toBe(201)
    }
    const db = openSqlite(join(box.data, "box.db"), { readonly: true })
    expect(db.prepare("SELECT business_day FROM orders").pluck().all()).toEqual(Array(3).fill(businessDayDate))
    db.close()
  })
})
