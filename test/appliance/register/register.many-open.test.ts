/** Ten thousand open orders on a box with a small heap: a cashier's page still has them all, a manager's counts them, and the process lives. */
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { saveConfig } from "../../../appliance/catalog/index.ts"
import { saveOrder } from "../../../appliance/orders/store/index.ts"
import { createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { aStoreConfig } from "../../kit/lone-box.ts"
import { anOrder, NOON } from "../../kit/orders.ts"
import { tempFile } from "../../kit/temp.ts"
import { mustRun } from "../../kit/watched-process.ts"

const OPEN = 10_000
const HEAP_MB = 48
const SCRIPT = fileURLToPath(new URL("./read-in-small-heap.ts", import.meta.url))

/** A table for twelve, each with a wish. */
const A_TABLE = Array.from({ length: 12 }, (_, n) => ({
  productId: `p-${n}`,
  name: "Hamburguesa clásica con queso, tocino y cebolla caramelizada",
  quantity: 1,
  unitPrice: "0.5417",
  notes: "sin sal, bien cocida, con la salsa aparte",
}))

it("ten thousand open orders are listed and counted, and the process survives", { timeout: 120_000 }, async () => {
  const path = tempFile("box.db")
  const db = openSqlite(path)
  migrateSqlite(db, MIGRATIONS, NOON)
  createBoxStore(db, createManualClock(NOON)).write((tx) => {
    saveConfig(tx, aStoreConfig())
    for (let n = 0; n < OPEN; n += 1) saveOrder(tx, anOrder({ order: { products: A_TABLE } }))
  })
  db.close()
  const flags = [`--max-old-space-size=${HEAP_MB}`, "--import", "tsx", SCRIPT, path, NOON]
  const { today, state } = JSON.parse(await mustRun(process.execPath, flags))
  expect(today).toBe(OPEN)
  expect(state).toMatchObject({ count: OPEN, amount: OPEN * 65_000 })
  expect(state.first).toHaveLength(20)
})
