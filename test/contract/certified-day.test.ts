/** The certificate of a closed day: hub, box and any reader of the API compute the same, and a day that differs is an action item. */
import { createHash } from "node:crypto"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { StoreDay } from "../../protocol/http/admin/stores.ts"
import type { OrderRecord as Order } from "../../protocol/shapes/order.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../kit/people.ts"

const DAYS = ADMIN_ENDPOINTS.listStoreDays.path.replace(":storeId", STORE)
const { listActionItems, settleActionItem } = ADMIN_ENDPOINTS
/** An amount that nobody sold, as figures keep it and as papers write it. */
const FORGED = 98_765_400
const FORGED_SHOWN = /9[.,]876[.,]54/
const NOON = "2026-11-21T18:00:30.000Z"

/** As the page for integrators describes it, from what the API answers. */
function hashOf(orders: readonly Order[]): string {
  const text = [...orders]
    .sort((a, b) => (a.orderExternal < b.orderExternal ? -1 : 1))
    .map((order) => {
      const tenders = order.payments.map((one) => [one.transactionId, one.status, one.amount, one.method])
      const methods = order.paymentMethods.map((one) => [one.method, one.amount])
      const { currencyCode = null, total = null } = order.settlement ?? {}
      const line = [order.orderExternal, order.orderCode, order.status, currencyCode, total, tenders, methods]
      return `${JSON.stringify(line)}\n`
    })
  return createHash("sha256").update(text.join("")).digest("hex")
}

/** As somebody would who has the box's disk. */
function forge(data: string, date: string): void {
  const db = openSqlite(join(data, "box.db"))
  const { body } = db.prepare("SELECT body FROM business_day WHERE business_day = ?").get(date) as { body: string }
  const day = JSON.parse(body)
  for (const figures of day.figures) Object.assign(figures, { gross: FORGED, net: FORGED })
  db.prepare("UPDATE business_day SET body = ? WHERE business_day = ?").run(JSON.stringify(day), date)
  db.close()
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  let cable: Cable
  let boss: SignedIn

  const place = async (at: TestHub | TestBox, options: Parameters<typeof orderBody>[0]) => {
    const response = await at.call("POST", ORDERS, orderBody({ createdAt: NOON, ...options }))
    expect(response.status, JSON.stringify(response.body)).toBe(201)
  }
  const pay = (orderId: string, ...tenders: Parameters<typeof charge>) =>
    box.call("POST", `${ORDERS}/${orderId}/confirm-payment`, charge(...tenders))
  const close = async (date: string) =>
    (await box.call("POST", `/api/v1/core/external/stores/${STORE}/days/${date}/close`, undefined, KEY)).body.data
  const dayOf = async (date: string): Promise<StoreDay> =>
    (await boss.call("GET", DAYS)).body.data.items.find((day: StoreDay) => day.businessDayDate === date)
  const ordersOf = async (date: string): Promise<Order[]> => {
    const found = await hub.call("GET", `${ORDERS}?size=100&storeId=${STORE}&dateFrom=${date}&dateTo=${date}`)
    return found.body.data.orders
  }

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    boss = await signIn(hub, "owner")
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
    await until(() => box.box.sync().agreed)
    await box.call("POST", "/api/lan/v1/days")
  })

  describe("a day that its box closed while the cable was cut", () => {
    it("has a certificate on paper that equals the hub's and the one computed from the orders", async () => {
      await place(box, { orderId: "day-cash" })
      await pay("day-cash", { id: "t-1" })
      await place(box, { orderId: "day-declined" })
      await pay("day-declined", { id: "t-2", declined: "INSUFFICIENT_FUNDS" })
      await place(box, { orderId: "day-prepaid", paid: "CARD" })
      await place(hub, { orderId: "day-web", channel: "WEB", paid: "PAYMENT_LINK" })
      await until(async () => (await box.call("GET", `${ORDERS}/day-web`, undefined, KEY)).status === 200)
      await box.whenSynced()
      cable.pull()
      await until(() => box.box.sync().link === "down")
      await place(hub, { orderId: "day-unseen", channel: "WEB", paid: "PAYMENT_LINK" })

      const { certificate } = await close("2026-11-21")
      expect(certificate).toMatchObject({ orders: 4, tenders: 2 })
      expect((await dayOf("2026-11-21")).certificate).toBeNull()

      cable.mend()
      await until(() => box.box.sync().agreed)
      await box.whenSynced()
      const told = await dayOf("2026-11-21")
      expect(told).toMatchObject({ status: "closed", certificate, check: { agrees: true, found: certificate } })
      const closed = (await ordersOf("2026-11-21")).filter(({ orderExternal }) => orderExternal !== "day-unseen")
      expect(hashOf(closed)).toBe(certificate.hash)
      const job = await box.call(
        "POST",
        `/api/v1/core/external/printing/stores/${STORE}/days/2026-11-21`,
        { printer: { width: 32 } },
        KEY,
      )
      expect(JSON.stringify(job.body)).toContain(certificate.hash.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 "))
    })
  })

  describe("a close that somebody changes in the box's database", () => {
    it("is printed there as it is; the hub prints and checks its own, and shows the difference", async () => {
      const path = `/api/v1/core/external/printing/stores/${STORE}/days/2026-11-21`
      const paperOf = async (at: TestHub | TestBox): Promise<string> => {
        const { body } = await at.call("POST", path, { printer: { width: 32 } }, KEY)
        // Each print has an id of its own.
        return JSON.stringify(body.data).replaceAll(/[0-9a-f-]{36}/g, "")
      }
      const [told, ours] = [await dayOf("2026-11-21"), await paperOf(hub)]
      expect(await paperOf(box)).not.toMatch(FORGED_SHOWN)
      forge(box.data, "2026-11-21")
      expect(await paperOf(box)).toMatch(FORGED_SHOWN)
      await box.whenSynced()
      expect(await paperOf(hub)).toBe(ours)
      expect(await dayOf("2026-11-21")).toEqual(told)
      expect(told.check).toMatchObject({ agrees: true })
    })
  })

  describe("a day that differs at the hub", () => {
    it("is an action item, until a person compares it and accepts it", async () => {
      await box.call("POST", "/api/lan/v1/days", { businessDayDate: "2026-11-22" })
      await place(box, { orderId: "next-cash", createdAt: "2026-11-22T15:00:00.000Z" })
      await pay("next-cash", { id: "t-3" })
      await box.whenSynced()
      await hub.beside(({ store }) =>
        store.write({ accountId: "acme", vendorId: "acme.ec.quito" }, async (tx) => {
          const row = await tx.select("orders").select(["order_id", "record"]).where("external_id", "=", "next-cash")
          const { order_id, record } = await row.executeTakeFirstOrThrow()
          const lost = { ...JSON.parse(record), payments: [] }
          await tx
            .update("orders")
            .set({ record: JSON.stringify(lost) })
            .where("order_id", "=", order_id)
            .execute()
        }),
      )
      const { certificate } = await close("2026-11-22")
      await box.whenSynced()
      const { check } = await dayOf("2026-11-22")
      expect(check).toMatchObject({ agrees: false, found: { orders: certificate.orders, tenders: 0 } })

      const asking = async () => (await boss.call("GET", `${listActionItems.path}?kind=day`)).body.data.items
      const [item] = await asking()
      expect(item).toMatchObject({ what: "2026-11-22", why: "CERTIFICATE_DIFFERS", advice: "day", storeId: STORE })
      const deed = { kind: "day", key: item.key, action: "dismiss", note: "The register's roll was compared." }
      expect((await boss.call("POST", settleActionItem.path, deed)).status).toBe(200)
      expect(await asking()).toEqual([])
    })
  })
})
