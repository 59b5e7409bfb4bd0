/** A store where nobody opens the day: a box that is installed or replaced during the day continues with all of its money. */
import { describe, expect, it } from "vitest"
import { cashBetween } from "../../hub/orders/index.ts"
import { toMajor } from "../../protocol/money.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { layCable } from "../kit/cable.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { anId, TENANT } from "../kit/orders.ts"
import { whenOver } from "../kit/temp.ts"
import { tenantsWithSparePoint } from "../kit/tenants.ts"

const DAY = "2026-11-21"
const CLOSE = `/api/v1/core/external/stores/${STORE}/days/${DAY}/close`
const CASH = "/api/v2/external/cash-management/reconciliations"
const NOON = "2026-11-21T18:00:30.000Z"

let counts = 0

type Call = (method: string, path: string, body?: unknown) => ReturnType<TestHub["call"]>

const atBox =
  (box: TestBox): Call =>
  (method, path, body) =>
    box.call(method, path, body, KEY)

async function sell(call: Call, orderId: string, total: string): Promise<void> {
  const placed = await call("POST", ORDERS, orderBody({ orderId, total, createdAt: NOON }))
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const [tender] = charge({ id: `cash-${orderId}`, amount: total, operator: "ana" }).payments
  const payments = [{ ...tender, occurred_at: NOON }]
  const paid = await call("POST", `${ORDERS}/${placed.body.data.id}/confirm-payment`, { payments })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
}

/** What the whole day's drawer is expected to hold. */
async function systemCash(call: Call, declaredCash: number): Promise<number> {
  const counted = await call("POST", CASH, {
    storeId: STORE,
    currency: "USD",
    declaredCash,
    openingBalance: 0,
    sessionExternalId: anId(),
    reason: "OTHER",
    // Each count is a shift of its own.
    shiftStart: `2026-11-21T06:00:${String(counts++ % 60).padStart(2, "0")}-05:00`,
    shiftEnd: "2026-11-21T23:00:00-05:00",
  })
  expect(counted.status, JSON.stringify(counted.body)).toBe(201)
  return counted.body.data.systemCash
}

/** What the hub's own copy of the store's sales comes to. */
const cashAtHub = (hub: TestHub): Promise<number> =>
  hub.beside(async ({ store }) => {
    const window = { shiftStart: `${DAY}T06:00:00-05:00`, shiftEnd: `${DAY}T23:00:00-05:00`, currency: "USD" }
    return toMajor(await store.read(TENANT, (scope) => cashBetween(scope, STORE, window)))
  })

async function expectSameClose(hub: TestHub, box: TestBox, figure: object): Promise<void> {
  const day = (await box.call("POST", CLOSE, undefined, KEY)).body.data
  expect(day.figures, JSON.stringify(day)).toMatchObject([figure])
  await box.whenSynced()
  expect((await hub.call("POST", CLOSE)).body.data.figures).toEqual(day.figures)
}

const hasOrder = (box: TestBox, orderId: string) =>
  until(async () => (await box.call("GET", `${ORDERS}/${orderId}`, undefined, KEY)).status === 200)

eachDatabase((_engine, database) => {
  describe("a store that never opened its day", () => {
    it("its new box continues with the sales of the old one", async () => {
      const hub = await openTestHub(database)
      await hub.hub.operator.provision(tenantsWithSparePoint())
      const old = await openTestBox(hub)
      await sell(atBox(old), "old-1", "10.0100")
      await sell(atBox(old), "old-2", "20.0000")
      expect(await systemCash(atBox(old), 30.01)).toBe(30.01)
      await old.whenSynced()
      expect(await cashAtHub(hub)).toBe(30.01)
      await old.stop()
      const fresh = await openTestBox(hub)
      await hasOrder(fresh, "old-1")
      expect(await systemCash(atBox(fresh), 30.01)).toBe(30.01)
      await sell(atBox(fresh), "new-1", "5.0000")
      expect(await systemCash(atBox(fresh), 35.01)).toBe(35.01)
      await expectSameClose(hub, fresh, { gross: 350_100, transactions: 3 })
      expect(await cashAtHub(hub)).toBe(35.01)
    })

    it("its old box that returns adds the sales that it had not sent", async () => {
      const hub = await openTestHub(database)
      await hub.hub.operator.provision(tenantsWithSparePoint())
      const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      const old = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
      await sell(atBox(old), "old-1", "10.0100")
      await old.whenSynced()
      cable.pull()
      await until(() => old.box.sync().link === "down")
      await sell(atBox(old), "unsent-1", "3.0200")
      await old.stop()
      const fresh = await openTestBox(hub)
      await hasOrder(fresh, "old-1")
      await sell(atBox(fresh), "new-1", "5.0000")
      cable.mend()
      await old.restart()
      await until(() => old.box.sync().fenced)
      await old.whenSynced()
      await hasOrder(fresh, "unsent-1")
      expect(await systemCash(atBox(fresh), 18.03)).toBe(18.03)
      await expectSameClose(hub, fresh, { gross: 180_300, transactions: 3 })
      expect(await cashAtHub(hub)).toBe(18.03)
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
    })

    it("its first box continues with the sales of the hub", async () => {
      const hub = await openTestHub(database)
      await sell(hub.call, "hub-1", "10.0000")
      await sell(hub.call, "hub-2", "20.0000")
      const box = await openTestBox(hub)
      await hasOrder(box, "hub-1")
      await sell(atBox(box), "new-1", "5.0000")
      expect(await systemCash(atBox(box), 35)).toBe(35)
      await expectSameClose(hub, box, { gross: 350_000, transactions: 3 })
    })
  })
})
