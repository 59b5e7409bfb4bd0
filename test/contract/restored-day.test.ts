/** A box whose disk has lost part of a day: the hub returns it, nothing is cooked or counted twice, and money is equal on both sides. */
import { cpSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { listBackups, makeBackup } from "../../appliance/maintenance/backup/backup-files.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { eachDatabase, onSqlite } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const SHIFT = "0b5c2a4e-8f1d-4a5b-9c3d-2e1f0a9b8c7d"
const OPENING = { operatorUid: "op-1", operatorName: "Ana", openingBalance: 100, currency: "USD" }

async function cabled(hub: TestHub): Promise<{ box: TestBox; cable: Cable }> {
  const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
  whenOver(() => cable.close())
  return { box: await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` }), cable }
}

function copyTo(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

const sell = async (box: TestBox, orderId: string) => {
  const sold = await box.call("POST", ORDERS, orderBody({ orderId, paid: "CASH" }))
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
}

function read(data: string, sql: string): unknown[] {
  const db = openSqlite(join(data, "box.db"), { readonly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

/** What the day came to, as the box keeps it. */
const figuresOf = (data: string) =>
  read(data, "SELECT kind, code, transactions, amount FROM day_row ORDER BY kind, code")

eachDatabase((_engine, database) => {
  describe("a box that was restored from an older backup", () => {
    it("has the rest of its day again, sells meanwhile, and agrees with the hub to the cent", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(() => box.box.sync().agreed)
      await sell(box, "early-1")
      await box.call("POST", ORDERS, orderBody({ orderId: "open-1" }))
      await box.whenSynced()
      const backup = tempDir()
      await box.stop()
      copyTo(box.data, backup)
      await box.restart()
      await until(() => box.box.sync().agreed)
      await sell(box, "lost-1")
      await sell(box, "lost-2")
      const correction = {
        expectedRevision: 1,
        idempotencyKey: "pos-1-1",
        client: { uid: "c-1", name: "Ana", lastName: "Paz" },
      }
      expect((await box.call("PUT", `${ORDERS}/open-1`, correction)).status).toBe(200)
      expect((await box.call("POST", "/api/lan/v1/days")).status).toBe(201)
      const opened = await box.call("POST", "/api/lan/v1/shifts", { shiftId: SHIFT, ...OPENING })
      expect(opened.status, JSON.stringify(opened.body)).toBe(201)
      await hub.call("POST", ORDERS, orderBody({ orderId: "web-1", channel: "WEB" }))
      await until(async () => (await box.call("GET", `${ORDERS}/web-1`)).status === 200)
      await box.whenSynced()
      const before = figuresOf(box.data)
      await box.stop()

      copyTo(backup, box.data)
      cable.pull()
      await box.restart()
      expect((await box.call("GET", `${ORDERS}/lost-1`)).status).toBe(404)
      expect((await box.call("POST", ORDERS, orderBody({ orderId: "after-1" }))).status).toBe(201)
      cable.mend()
      await until(async () => (await box.call("GET", `${ORDERS}/web-1`)).status === 200)
      await box.whenSynced()

      for (const id of ["early-1", "open-1", "lost-1", "lost-2", "web-1", "after-1"]) {
        const [here, there] = [await box.call("GET", `${ORDERS}/${id}`), await hub.call("GET", `${ORDERS}/${id}`)]
        expect(here.status, id).toBe(200)
        const { status, totals, revision, paymentMethods } = here.body.data
        expect(there.body.data, id).toMatchObject({ status, totals, revision, paymentMethods })
      }
      const { revision, customer } = (await box.call("GET", `${ORDERS}/open-1`)).body.data
      expect([revision, customer?.name]).toEqual([2, "Ana"])
      expect(figuresOf(box.data)).toEqual(before)
      expect(read(box.data, "SELECT shift_id FROM shift WHERE closed_at IS NULL")).toEqual([{ shift_id: SHIFT }])
      expect(read(box.data, "SELECT * FROM aside_down")).toEqual([])
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
    })
  })
})

onSqlite((database) => {
  it("a box that is damaged moments after it got its store has every sale again without a link", async () => {
    const hub = await openTestHub(database)
    const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    const backups = { everyMinutes: 60, kept: 24, days: 7 }
    const box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}`, backups })
    await until(() => box.box.sync().agreed)
    await until(() => listBackups(box.data).length > 0)
    cable.pull()
    const ids = ["young-1", "young-2", "young-3"]
    for (const id of ids) await sell(box, id)
    const before = figuresOf(box.data)
    await box.stop()
    for (const rest of ["box.db-wal", "box.db-shm"]) rmSync(join(box.data, rest), { force: true })
    writeFileSync(join(box.data, "box.db"), "no database any more")
    await box.restart()
    for (const id of ids)
      expect((await box.call("GET", `${ORDERS}/${id}`, undefined, KEY)).body.data.status).toBe("COMPLETED")
    expect(figuresOf(box.data)).toEqual(before)
    cable.mend()
    await until(() => box.box.sync().agreed)
    await box.whenSynced()
    for (const id of ids) expect((await hub.call("GET", `${ORDERS}/${id}`)).body.data.status).toBe("COMPLETED")
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
  })

  it("a box whose file is damaged to its last page starts by itself, sells, and agrees with the hub to the cent", async () => {
    const hub = await openTestHub(database)
    const { box } = await cabled(hub)
    await until(() => box.box.sync().agreed)
    await sell(box, "early-1")
    await makeBackup({ data: box.data, now: hub.clock.iso(), why: "schedule" })
    await sell(box, "lost-1")
    await box.whenSynced()
    const before = figuresOf(box.data)
    await box.stop()
    const file = join(box.data, "box.db")
    writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5))
    for (const log of ["-wal", "-shm"]) rmSync(file + log, { force: true })

    await box.restart()
    await until(async () => (await box.call("GET", `${ORDERS}/lost-1`)).status === 200)
    expect(figuresOf(box.data)).toEqual(before)
    await sell(box, "after-1")
    await box.whenSynced()
    for (const id of ["early-1", "lost-1", "after-1"]) {
      const [here, there] = [await box.call("GET", `${ORDERS}/${id}`), await hub.call("GET", `${ORDERS}/${id}`)]
      const { status, totals, paymentMethods, fiscalRepresentation } = here.body.data
      expect(there.body.data, id).toMatchObject({ status, totals, paymentMethods })
      expect(there.body.data.fiscalRepresentation?.documentNumber, id).toBe(fiscalRepresentation?.documentNumber)
    }
    expect(read(box.data, "SELECT sequence FROM fiscal_request ORDER BY sequence")).toEqual(
      [1, 2, 3].map((sequence) => ({ sequence })),
    )
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
  })
})
