/** Orders whose home is a store, written at the hub (docs/contract/sync.md#writes-carried-to-the-store): with a real hub, box and broker. */
import { describe, expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { lifeOf } from "../kit/events.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"
const DAYS = "/api/lan/v1/days"
const closeDay = `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`
const LOOK_EVERY_MS = 20

async function create({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}): Promise<string> {
  return (await call("POST", ORDERS, orderBody(options))).body.data.id
}

async function open(engine: Parameters<typeof openTestHub>[0]) {
  const hub = await openTestHub(engine)
  return { hub, box: await openTestBox(hub) }
}

/** The hub has told the box of the order, so the box is its home. */
async function whenAtStore(box: Awaited<ReturnType<typeof openTestBox>>, orderId: string): Promise<void> {
  while ((await box.call("GET", `${ORDERS}/${orderId}`)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

eachDatabase((_engine, database) => {
  describe("a store with a box", () => {
    it("charges orders of the hub, which returns the store's answer", async () => {
      const { hub, box } = await open(database)
      const id = await create(hub)
      await whenAtStore(box, id)
      const settled = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      expect(settled.body.data).toMatchObject({ outcome: "settled", status: "COMPLETED" })
      const [there, here] = [await box.call("GET", `${ORDERS}/${id}`), await hub.call("GET", `${ORDERS}/${id}`)]
      expect(here.body.data).toEqual(there.body.data)
      expect(here.headers.get("x-store-synced-at")).toMatch(/Z$/)
      expect(lifeOf(await hub.events())).toEqual(["order.opened", "order.completed"])
    })

    it("refuses at the hub what it refuses on the LAN", async () => {
      const { hub, box } = await open(database)
      const id = await create(hub)
      await whenAtStore(box, id)
      const wrong = charge({ amount: 1 })
      const answer = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, wrong)
      expect([answer.status, answer.body.error]).toEqual([400, "AMOUNT_MISMATCH"])
      const closed = await hub.call("POST", closeDay.replace("-21", "-20"))
      expect([closed.status, closed.body.error]).toEqual([409, "CONFLICT"])
    })

    it("that is away: 503 for its orders, and the same request is safe once it is back", async () => {
      const { hub, box } = await open(database)
      const id = await create(hub)
      await whenAtStore(box, id)
      await box.stop()
      const tenders = charge({})
      const away = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, tenders)
      expect([away.status, away.body.error, away.headers.has("retry-after")]).toEqual([503, "STORE_UNREACHABLE", true])
      expect((await hub.call("GET", `${ORDERS}/${id}`)).body.data.status).toBe("OPEN")
      await box.restart()
      let again = away
      while (again.status === 503) again = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, tenders)
      expect(again.body.data.outcome).toBe("settled")
      expect((await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, tenders)).body.data.outcome).toBe("duplicate")
    })

    it("that is away: the hub charges an order that was never offered to it, and the order arrives charged", async () => {
      const { hub, box } = await open(database)
      await box.leave()
      const id = await create(hub)
      expect((await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))).body.data.outcome).toBe("settled")
      await box.restart()
      await whenAtStore(box, id)
      expect((await box.call("GET", `${ORDERS}/${id}`)).body.data.status).toBe("COMPLETED")
      expect(lifeOf(await hub.events())).toEqual(["order.opened", "order.completed"])
    })

    it("sells, counts and closes; the hub has the same day, and prints it", async () => {
      const { hub, box } = await open(database)
      await box.call("POST", DAYS)
      const sold = await box.call("POST", ORDERS, orderBody({ createdAt: "2026-11-21T13:00:00-05:00" }))
      await box.call("POST", `${ORDERS}/${sold.body.data.id}/confirm-payment`, charge({}))
      const counted = await hub.call("POST", CASH, {
        storeId: STORE,
        currency: "USD",
        sessionExternalId: "s-1",
        declaredCash: 106.5,
        openingBalance: 100,
        shiftStart: "2026-11-21T08:00:00-05:00",
        shiftEnd: "2026-11-21T16:00:00-05:00",
        reason: "OTHER",
      })
      expect([counted.status, counted.body.data.discrepancyType]).toEqual([201, "MATCH"])
      const closed = await hub.call("POST", closeDay)
      expect(closed.body.data.figures).toMatchObject([{ gross: 65000, transactions: 1 }])
      const print = { printer: { width: 42 } }
      const path = `/api/v1/core/external/printing/stores/${STORE}/days/2026-11-21`
      const [there, here] = [await box.call("POST", path, print), await hub.call("POST", path, print)]
      expect(here.body.data.paper.plainText).toBe(there.body.data.paper.plainText)
      expect(here.body.data.freshness.fingerprint).toBe(there.body.data.freshness.fingerprint)
    })

    it("that created the same sale while the link was down: the store's order stays, and both ids find it", async () => {
      const { hub, box } = await open(database)
      await box.leave()
      const body = orderBody({ orderId: "failed-over" })
      const atHub = (await hub.call("POST", ORDERS, body)).body.data.id
      await box.restart()
      const atStore = (await box.call("POST", ORDERS, body)).body.data.id
      await box.whenSynced()
      const found = await Promise.all(
        [atHub, atStore, "failed-over"].map(
          async (reference) => (await hub.call("GET", `${ORDERS}/${reference}`)).body.data.id,
        ),
      )
      expect(new Set(found).size).toBe(1)
    })
  })
})
