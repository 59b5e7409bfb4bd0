/** What the hub sends down: taken in by the room it belongs to, or answered with the reason to park it. */
import { beforeEach, describe, expect, it } from "vitest"
import { readConfig, readTemplates } from "../../../appliance/catalog/index.ts"
import { findOrder } from "../../../appliance/orders/store/index.ts"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createApplyOp } from "../../../appliance/sync-handlers/apply-op.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { aStoreConfig } from "../../kit/lone-box.ts"
import { anId, anOrder, NOON } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

let store: BoxStore
let recorded: { kind: string }[]
let news: number

beforeEach(() => {
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  store = createBoxStore(db, createManualClock(NOON))
  recorded = []
  news = 0
})

function apply(kind: string, body: unknown): string | null {
  const applyOp = createApplyOp({
    validator: createValidator(),
    outbox: { record: (_tx, op) => void recorded.push(op), hex12: () => "0123456789ab" },
    hubNow: () => null,
    isOnline: () => true,
    agrees: () => true,
    ids: { uuid: anId },
    log: silentLog,
    onMenu: () => {},
    onTickets: () => {},
    record: () => {},
    onConfig: () => {
      news += 1
    },
  })
  return store.write((tx) => applyOp(tx, { kind, body }))
}

describe("store.configured", () => {
  it("is stored, and listeners are notified after the commit", () => {
    expect(apply("store.configured", { config: aStoreConfig() })).toBeNull()
    expect(store.read(readConfig)).toEqual(aStoreConfig())
    expect(news).toBe(1)
  })

  it("that is invalid becomes a dead letter, and the old configuration stays", () => {
    apply("store.configured", { config: aStoreConfig() })
    expect(apply("store.configured", { config: { ...aStoreConfig(), store: {} } })).toMatch(/^INVALID_BODY: store\./)
    expect(store.read(readConfig)).toEqual(aStoreConfig())
  })
})

describe("order.created", () => {
  beforeEach(() => void apply("store.configured", { config: aStoreConfig() }))

  it("makes the store the order's home, and tells the hub", () => {
    const order = anOrder()
    expect(apply("order.created", { order })).toBeNull()
    expect(store.read((tx) => findOrder(tx, order.id))).toEqual(order)
    expect(recorded).toMatchObject([{ kind: "order.changed", body: { order: { id: order.id }, events: [] } }])
  })

  it("twice has one effect", () => {
    const order = anOrder()
    apply("order.created", { order })
    apply("order.created", { order })
    expect(recorded).toHaveLength(1)
  })

  it("does not change an order that was sold here meanwhile", () => {
    const own = anOrder({ orderId: "both" })
    apply("order.created", { order: own })
    const twin = { ...anOrder({ orderId: "both" }), id: "0b8f9c1e-5a6d-4e2b-9d3c-0000000000aa" }
    expect(apply("order.created", { order: twin })).toBeNull()
    expect(store.read((tx) => findOrder(tx, "both"))?.id).toBe(own.id)
  })

  it("that is invalid becomes a dead letter", () => {
    expect(apply("order.created", { order: { id: "x" } })).toMatch(/^INVALID_BODY: /)
  })
})

it("an operation of an unknown kind becomes a dead letter", () => {
  expect(apply("kitchen.exploded", {})).toBe("UNKNOWN_KIND: kitchen.exploded")
})

describe("template.added", () => {
  it("is stored once for each version; what is no template becomes a dead letter", () => {
    const template = { ...A_TEMPLATE, version: 2 }
    expect(apply("template.added", { template })).toBeNull()
    expect(apply("template.added", { template })).toBeNull()
    expect(apply("template.added", { template: { ...template, version: 0 } })).toMatch(/^INVALID_BODY: version/)
    expect(store.read(readTemplates)).toEqual([template])
  })

  it("that only a newer program can read is stored, and the printed document says so", () => {
    const template = { ...A_TEMPLATE, body: { blocks: [{ t: "hologram" }] } }
    expect(apply("template.added", { template })).toBeNull()
    expect(store.read(readTemplates)).toEqual([template])
  })
})

const A_TEMPLATE = {
  templateId: "ours",
  version: 1,
  document: "receipt",
  countryCode: null,
  vendorId: null,
  createdAt: NOON,
  body: {},
}
