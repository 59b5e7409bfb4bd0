/** A process of its own with a small heap: answers what the cashier's and the manager's page ask of a box whose database is named, and says how many orders are open. */
import { readStateHandler } from "../../../appliance/manage/read-store-state.ts"
import { readTodayHandler } from "../../../appliance/register/index.ts"
import { type BoxTx, createBoxStore } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"

const [path = "", now = ""] = process.argv.slice(2)
const store = createBoxStore(openSqlite(path), createManualClock(now))
const line = { link: "down", fenced: false, stuck: null, made: 0, acked: 0, ackedOnDisk: 0, unsent: 0 }
const parts = {
  hubLink: () => ({ claimed: true, link: "down", replaced: false, unsent: 0, lastAckAt: null }),
  hubNow: () => null,
  printers: () => [],
  printing: { list: () => [], printers: [], status: () => [] },
  line: () => ({ ...line, oldestUnsentAt: null, lastAckAt: null, parked: 0, clockSkewMs: null }),
  isClaimed: () => true,
  agrees: () => true,
  version: "1.0.0",
  startedAt: now,
  care: () => ({}),
}
const asked = { caller: { keyId: "register" } }
const said = (handler: (tx: BoxTx, request: never) => { data?: unknown }) =>
  JSON.parse(JSON.stringify(store.read((tx) => handler(tx, asked as never)).data ?? null))

const today = said(readTodayHandler(parts as never) as never)
const state = said(readStateHandler(parts as never) as never)
process.stdout.write(JSON.stringify({ today: today.openOrders.length, state: state.openOrders }))
