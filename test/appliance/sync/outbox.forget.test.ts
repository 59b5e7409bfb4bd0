/** What a box forgets of its log: what the hub has, after a time; never what the hub has not. */
import { describe, expect, it } from "vitest"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createOutbox } from "../../../appliance/sync/outbox.ts"
import { createEngine } from "../../../appliance/sync/sync-engine.ts"
import { ack, command, down, pull, up } from "../../../protocol/mqtt/cloud.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { tempDir } from "../../kit/temp.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const DAY_MS = 86_400_000

function aBoxOnline() {
  const db = openSqlite(`${tempDir()}/box.db`)
  const clock = createManualClock(NOON)
  migrateSqlite(db, MIGRATIONS, NOON)
  const store = createBoxStore(db, clock)
  const ids = createIds({ clock })
  let sent: ReturnType<typeof readUp> | null = null
  let asked: ReturnType<typeof readPull> | null = null
  let executed = 0
  const engine = createEngine({
    store,
    ids,
    log: silentLog,
    applyDown: () => null,
    execute: () => {
      executed += 1
      return { done: executed }
    },
    retention: { ms: 7 * DAY_MS, answersMs: 7 * DAY_MS, everyOps: 3 },
    time: () => 0,
    chance: () => 0.5,
    send: ({ channel, payload }) => {
      if (channel === "up") sent = readUp(payload)
      if (channel === "pull") asked = readPull(payload)
    },
    reconnect: () => undefined,
  })
  const outbox = createOutbox({ ids, nudge: () => undefined })
  engine.linkUp(engine.nextSession().session)
  return {
    clock,
    sell(times: number) {
      store.write((tx) => {
        for (let n = 0; n < times; n += 1) outbox.record(tx, { kind: "cash.closed", body: { record: {} } })
      })
      engine.nudge()
    },
    /** The hub has all that it was sent. */
    acknowledge() {
      if (!sent) throw new Error("nothing was sent")
      const { epoch, from, to, ops } = sent
      const said = { re: from, epoch, standing: "current", current: epoch, applied: to } as const
      engine.receive(ack.topic({ storeId: "store-1" }), ack.encode({ ...said, mark: ops.at(-1)?.mark ?? null }))
    },
    /** It has nothing for the store; only now the box knows the hub's time. */
    answerPull() {
      if (!asked) throw new Error("nothing was asked for")
      const { epoch, id, after } = asked
      const said = { epoch, standing: "current", current: epoch, applied: 0, mark: null } as const
      const message = { ...said, ops: [], re: id, after, head: after, session: 1, hubTime: 0 }
      engine.receive(down.topic({ storeId: "store-1" }), down.encode(message))
    },
    /** How often the hub's commands were done, this one taken in. */
    command(requestId: string) {
      const { epoch } = engine.position()
      const message = { requestId, hubId: "hub-1", epoch, deadline: 1_000, after: 0, kind: "k", body: {} }
      engine.receive(command.topic({ storeId: "store-1" }), command.encode(message))
      return executed
    },
    kept: () =>
      db
        .prepare<[], { seq: number }>("SELECT seq FROM outbox ORDER BY seq")
        .all()
        .map(({ seq }) => seq),
  }
}

function readUp(payload: string) {
  const read = up.decode(payload)
  if (!read.ok) throw new Error(read.reason)
  return read.message
}

function readPull(payload: string) {
  const read = pull.decode(payload)
  if (!read.ok) throw new Error(read.reason)
  return read.message
}

describe("an operation that the hub has had for a week", () => {
  it("is removed, except the newest, however few came with each acknowledgement", () => {
    const box = aBoxOnline()
    for (let round = 0; round < 2; round += 1) {
      box.sell(2)
      box.acknowledge()
    }
    box.clock.advance(8 * DAY_MS)
    for (let round = 0; round < 2; round += 1) {
      box.sell(2)
      box.acknowledge()
    }
    expect(box.kept()).toEqual([5, 6, 7, 8])
  })

  it("is kept until then", () => {
    const box = aBoxOnline()
    for (let round = 0; round < 4; round += 1) {
      box.sell(2)
      box.acknowledge()
    }
    expect(box.kept()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it("is removed alone: what is not acknowledged is kept for any time", () => {
    const box = aBoxOnline()
    box.sell(6)
    box.acknowledge()
    box.sell(2)
    box.clock.advance(30 * DAY_MS)
    box.sell(1)
    expect(box.kept()).toContain(7)
    box.acknowledge()
    box.clock.advance(30 * DAY_MS)
    box.sell(3)
    expect(box.kept().slice(-4)).toEqual([9, 10, 11, 12])
  })
})

describe("the answer to a command of the hub", () => {
  it("is returned again for a week and then removed", () => {
    const box = aBoxOnline()
    box.answerPull()
    expect([box.command("r1"), box.command("r1")]).toEqual([1, 1])
    box.clock.advance(8 * DAY_MS)
    expect(box.command("r1")).toBe(1)
    box.sell(3)
    box.acknowledge()
    expect(box.command("r1")).toBe(2)
  })
})
