/** What a batch looks like when it leaves: compressed where the hub takes it and there is something to win. */
import { expect, it } from "vitest"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createOutbox } from "../../../appliance/sync/outbox.ts"
import type { OutgoingMessage } from "../../../appliance/sync/run-effects.ts"
import { createEngine } from "../../../appliance/sync/sync-engine.ts"
import { down, pull } from "../../../protocol/mqtt/cloud.ts"
import { GZIPPED_MIN } from "../../../protocol/sync/limits.ts"
import type { Takes } from "../../../protocol/sync/messages.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

const NOON = "2026-11-22T12:00:00.000Z"
const STORE = "store-1"

/** A box whose first pull the hub has answered, with what it takes. */
function aBoxThatHeard(takes: Takes) {
  const db = openSqlite(tempFile("box.db"))
  whenOver(() => void db.close())
  migrateSqlite(db, MIGRATIONS, NOON)
  const clock = createManualClock(NOON)
  const store = createBoxStore(db, clock)
  const ids = createIds({ clock })
  const sent: OutgoingMessage[] = []
  const rooms = { applyDown: () => null, execute: () => null, reconnect: () => undefined }
  const moment = { time: () => 0, chance: () => 0.5 }
  const send = (message: OutgoingMessage) => void sent.push(message)
  const engine = createEngine({ store, ids, log: silentLog, ...rooms, ...moment, send })
  const outbox = createOutbox({ ids, nudge: () => undefined })
  const said = (channel: OutgoingMessage["channel"]) => sent.filter((message) => message.channel === channel).at(-1)
  const asked = () => {
    const read = pull.decode(said("pull")?.payload ?? "")
    if (!read.ok) throw new Error(read.reason)
    return read.message
  }
  engine.linkUp(engine.nextSession().session)
  const { epoch, id } = asked()
  const nothing = { applied: 0, mark: null, after: 0, head: 0, ops: [], session: 1, hubTime: clock.ms() }
  const answer = down.encode({ epoch, standing: "current", current: epoch, re: id, takes, ...nothing })
  engine.receive(down.topic({ storeId: STORE }), answer)
  return {
    asked,
    sell(note: string) {
      store.write((tx) => outbox.record(tx, { kind: "cash.closed", body: { record: { note } } }))
      engine.nudge()
      return said("up")
    },
    connectAgain() {
      engine.linkDown()
      engine.linkUp(engine.nextSession().session)
    },
  }
}

it("a batch larger than a packet is compressed", () => {
  const batch = aBoxThatHeard({ gzip: true }).sell("x".repeat(GZIPPED_MIN))
  expect(batch?.gzip).toBe(true)
})

it("a batch that fits into a packet is not compressed", () => {
  const batch = aBoxThatHeard({ gzip: true }).sell("one coffee")
  expect(batch?.payload.length).toBeLessThan(GZIPPED_MIN)
  expect(batch?.gzip).toBe(false)
})

it("a batch is not compressed for a hub that does not accept it", () => {
  expect(aBoxThatHeard({}).sell("x".repeat(GZIPPED_MIN))?.gzip).toBe(false)
})

it("each pull says how far the log has come", () => {
  const box = aBoxThatHeard({})
  expect(box.asked().told).toEqual({ made: 0, acked: 0 })
  box.sell("one coffee")
  box.connectAgain()
  expect(box.asked().told).toEqual({ made: 1, acked: 0 })
})
