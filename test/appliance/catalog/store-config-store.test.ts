/** The configuration that a box sells by: parsed once, and never another than the one on its disk. */
import { expect, it } from "vitest"
import { readConfig, saveConfig } from "../../../appliance/catalog/index.ts"
import { createBoxStore, MIGRATIONS, writeInside } from "../../../appliance/storage/index.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { aStoreConfig } from "../../kit/lone-box.ts"
import { aStore, NOON } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"

it("the configuration is the one saved last, even within a millisecond, and never one that was rolled back", () => {
  const clock = createManualClock(NOON)
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  const store = createBoxStore(db, clock)
  const named = (name: string) => ({ ...aStoreConfig(), store: aStore({ name }) })
  const name = () => store.read(readConfig)?.store.name
  expect(name()).toBeUndefined()
  store.write((tx) => saveConfig(tx, named("One")))
  expect(name()).toBe("One")
  store.write((tx) => saveConfig(tx, named("Two")))
  expect(name()).toBe("Two")
  clock.advance(1)
  expect(store.read(readConfig)).toBe(store.read(readConfig))
  expect(() =>
    store.write((tx) => {
      saveConfig(tx, named("Three"))
      expect(readConfig(tx)?.store.name).toBe("Three")
      throw new Error("the disk is full")
    }),
  ).toThrow("the disk is full")
  expect(name()).toBe("Two")
  // Of a transaction that has read it before, and undoes only a part of itself.
  store.write((tx) => {
    expect(readConfig(tx)?.store.name).toBe("Two")
    writeInside(tx, () => {
      saveConfig(tx, named("Four"))
      expect(readConfig(tx)?.store.name).toBe("Four")
      return refuse("CONFLICT", "it does not fit")
    })
    expect(readConfig(tx)?.store.name).toBe("Two")
  })
  expect(name()).toBe("Two")
  db.close()
})
