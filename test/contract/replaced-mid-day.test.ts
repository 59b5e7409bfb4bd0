/** A box dies on a Saturday evening and another replaces it: hub, box and paper end with the same money. */
import { describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { layCable } from "../kit/cable.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { anId } from "../kit/orders.ts"
import { whenOver } from "../kit/temp.ts"
import { tenantsWithSparePoint } from "../kit/tenants.ts"

const SHIFTS = "/api/lan/v1/shifts"
const DAY = "2026-11-21"
const CLOSE = `/api/v1/core/external/stores/${STORE}/days/${DAY}/close`
const PRINT = `/api/v1/core/external/printing/stores/${STORE}/days/${DAY}`
const NOON = "2026-11-21T18:00:30.000Z"

const today = async (box: TestBox) => (await box.call("GET", "/api/lan/v1/today")).body.data

/** An order at the counter, and what is taken for it, in Ana's shift. */
async function sell(box: TestBox, orderId: string, total: string): Promise<void> {
  const placed = await box.call("POST", ORDERS, orderBody({ orderId, total, createdAt: NOON }))
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  await pay(box, orderId, total)
}

async function pay(box: TestBox, orderId: string, total: string): Promise<void> {
  const [tender] = charge({ id: `cash-${orderId}`, amount: total, operator: "ana" }).payments
  const paid = await box.call("POST", `${ORDERS}/${orderId}/confirm-payment`, {
    payments: [{ ...tender, occurred_at: NOON }],
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
}

async function openDrawer(box: TestBox): Promise<string> {
  const shiftId = anId()
  const float = { operatorUid: "ana", operatorName: "Ana Núñez", currency: "USD", openingBalance: 100 }
  await box.call("POST", "/api/lan/v1/days")
  expect((await box.call("POST", SHIFTS, { shiftId, ...float })).status).toBe(201)
  return shiftId
}

const drop = (box: TestBox, shiftId: string, amount: number) =>
  box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, { withdrawalId: anId(), amount, category: "SAFE_DROP" })

/** Evening at a box whose cable is cut for its last minutes: what it sold and took out then, only its own disk knows. */
async function evening(hub: TestHub) {
  const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
  whenOver(() => cable.close())
  const old = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
  await until(() => old.box.sync().agreed)
  const shiftId = await openDrawer(old)
  hub.clock.advance(60_000)
  await sell(old, "told-1", "10.0000")
  await old.call("POST", ORDERS, orderBody({ orderId: "table-7", total: "20.0000", createdAt: NOON }))
  await drop(old, shiftId, 5)
  await old.whenSynced()
  cable.pull()
  await until(() => old.box.sync().link === "down")
  await sell(old, "untold-1", "3.0000")
  await drop(old, shiftId, 2)
  await old.stop()
  return { old, cable, shiftId }
}

eachDatabase((_engine, database) => {
  describe("a box that replaces another in the middle of the day", () => {
    it("has its day, drawer and orders; later it gets the rest, and the money is equal everywhere", async () => {
      const hub = await openTestHub(database)
      await hub.hub.operator.provision(tenantsWithSparePoint())
      const { old, cable, shiftId } = await evening(hub)
      const fresh = await openTestBox(hub)
      // The power goes once more while it downloads: it goes on where it was.
      await fresh.restart()
      await until(async () => (await today(fresh)).openOrders?.length === 1)
      const found = await today(fresh)
      expect(found.day).toMatchObject({ businessDayDate: DAY, status: "open" })
      expect(found.shift).toMatchObject({ shiftId, openingBalance: 100, withdrawals: [{ amount: 5 }] })
      expect(found.openOrders).toMatchObject([{ externalId: "table-7", total: "200000" }])
      // A register that is not sure whether its charge went through repeats it, and is not charged twice.
      await pay(fresh, "told-1", "10.0000")

      await sell(fresh, "new-1", "40.0000")
      await pay(fresh, "table-7", "20.0000")
      await drop(fresh, shiftId, 10)
      cable.mend()
      await old.restart()
      await until(() => old.box.sync().fenced)
      await old.whenSynced()
      expect((await old.call("POST", ORDERS, orderBody({ orderId: "late-1", paid: "CASH" }))).status).toBe(503)
      await until(async () => (await fresh.call("GET", `${ORDERS}/untold-1`, undefined, KEY)).status === 200)
      await until(async () => (await today(fresh)).shift.withdrawals.length === 3)

      hub.clock.advance(60_000)
      // 100 float + 73 sold − 17 taken out.
      const counted = [{ denomination: 1, count: 156 }]
      const closed = await fresh.call("POST", `${SHIFTS}/${shiftId}/close`, { counted, reason: "OTHER" })
      expect(closed.body.data, JSON.stringify(closed.body)).toMatchObject({ systemCash: 156, discrepancy: 0 })
      const day = (await fresh.call("POST", CLOSE, undefined, KEY)).body.data
      expect(day.figures).toMatchObject([{ gross: 730_000, transactions: 4 }])
      await fresh.whenSynced()
      expect((await hub.call("POST", CLOSE)).body.data.figures).toEqual(day.figures)
      const paper = (await fresh.call("POST", PRINT, { printer: { width: 42 } }, KEY)).body.data
      expect(JSON.stringify(paper)).toMatch(/\b73[.,]00/)
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
    })
  })
})
