/** Where a product is made: as the catalogue says now, also right after it has changed or a change was undone. */
import { expect, it } from "vitest"
import { receivePart } from "../../../appliance/catalog/catalog-store.ts"
import { stationFinder } from "../../../appliance/catalog/find-station.ts"
import { type BoxTx, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { NOON } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

it("the station of a product is computed once for each catalogue", () => {
  const clock = createManualClock(NOON)
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  const store = createBoxStore(db, clock)
  let revision = 0
  const say = (tx: BoxTx, station: string) => {
    revision += 1
    const body = { id: "p-1", name: "Hamburguesa", type: "PRODUCTO", prices: { default: "1.0000" }, station } as const
    receivePart(tx, { revision, reset: false, last: true, items: [{ kind: "product", id: "p-1", since: NOON, body }] })
  }
  const asked = (tx: BoxTx) => ["p-1", "p-2"].map(stationFinder(tx, { menu: null }))
  expect(store.read(asked)).toEqual([null, null])
  store.write((tx) => say(tx, "grill"))
  expect(store.read(asked)).toEqual(["grill", null])
  store.write((tx) => say(tx, "oven"))
  expect(store.read(asked)).toEqual(["oven", null])
  clock.advance(1)
  expect(store.read(asked)).toEqual(["oven", null])
  expect(() =>
    store.write((tx) => {
      say(tx, "bar")
      expect(asked(tx)).toEqual(["bar", null])
      throw new Error("undone")
    }),
  ).toThrow("undone")
  expect(store.read(asked)).toEqual(["oven", null])
  clock.advance(1)
  store.write((tx) => say(tx, "fryer"))
  clock.advance(1)
  expect(store.read(asked)).toEqual(["fryer", null])
  db.close()
})
