/** What is written with an order's change: its events under ids of the store's own, and its way to the kitchen, where the change opens one. */
import { beforeEach, describe, expect, it } from "vitest"
import { saveConfig } from "../../../../appliance/catalog/index.ts"
import { findOrder, recordChange } from "../../../../appliance/orders/store/index.ts"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../../appliance/storage/index.ts"
import { kitchenOf } from "../../../../protocol/rules/kitchen/kitchen-stages.ts"
import type { OrderEventType, OrderRecord } from "../../../../protocol/shapes/order.ts"
import { createManualClock } from "../../../../runtime/clock.ts"
import { migrateSqlite } from "../../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../../runtime/storage/sqlite.ts"
import { aStoreConfig } from "../../../kit/lone-box.ts"
import { anOrder, aStore, NOON } from "../../../kit/orders.ts"
import { tempFile } from "../../../kit/temp.ts"

const STATIONS = [{ id: "grill", kind: "kds_station" as const }]

let store: BoxStore
let draws: string[]
let told: string[]
let tickets: string[]

beforeEach(() => {
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  store = createBoxStore(db, createManualClock(NOON))
  store.write((tx) => saveConfig(tx, { ...aStoreConfig(), store: aStore({ stations: STATIONS }) }))
  draws = []
  told = []
  tickets = []
})

function record(order: OrderRecord, events: OrderEventType[], toKitchen?: boolean) {
  const outbox = {
    record: (_tx: unknown, { body }: { body: unknown }) => {
      told.push(...(body as { events: { id: string }[] }).events.map(({ id }) => id))
    },
    hex12: () => draws.shift() ?? "0123456789ab",
    isTicket: (_tx: unknown, eventId: string) => tickets.includes(eventId),
  }
  const named = events.map((type) => ({ type, at: NOON }))
  store.write((tx) => recordChange(tx, outbox, { order, events: named, ...(toKitchen !== undefined && { toKitchen }) }))
  return kitchenOf(store.read((tx) => findOrder(tx, order.id)) as OrderRecord).dispatches
}

const paid = () => anOrder({ prepaid: { CASH: "6.5000" } })

describe("an order is sent to the kitchen", () => {
  it("with the change that opens or settles it", () => {
    draws = ["00000000000a", "00000000000b"]
    expect(record(paid(), ["order.completed"])).toMatchObject([{ station: "grill" }])
  })

  it("not with another change: an old order is not cooked when the authority rules", () => {
    expect(record(paid(), [])).toEqual([])
  })

  it("not with the close of its day", () => {
    expect(record(paid(), ["order.completed"], false)).toEqual([])
  })
})

it("an event id that the order already has is drawn again, also within one change", () => {
  draws = ["00000000000a", "00000000000b", "00000000000b", "00000000000c"]
  const order = paid()
  record(order, ["order.completed"])
  expect(told).toEqual(["evt_00000000000b", "evt_00000000000a"])
  draws = ["00000000000a", "00000000000d", "00000000000d", "00000000000e"]
  record(order, ["order.completed"])
  expect(told.slice(2)).toEqual(["evt_00000000000e", "evt_00000000000d"])
})

it("a dispatch never has the id of another ticket of the store", () => {
  tickets = ["evt_00000000000a"]
  draws = ["00000000000a", "00000000000b", "00000000000a"]
  record(paid(), ["order.completed"])
  expect(told).toEqual(["evt_00000000000a", "evt_00000000000b"])
})
