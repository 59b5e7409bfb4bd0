import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const dayPath = (date = "2026-11-21", storeId = STORE) => `/api/v1/core/external/stores/${storeId}/days/${date}/close`

async function order({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}): Promise<string> {
  return (await call("POST", ORDERS, orderBody(options))).body.data.id
}

eachDatabase((_engine, open) => {
  describe("closing a day at the hub", () => {
    it("force-closes unpaid orders, completes paid ones, and fixes the figures", async () => {
      const hub = await openTestHub(open)
      const sold = await order(hub)
      await hub.call(
        "POST",
        `${ORDERS}/${sold}/confirm-payment`,
        charge({ amount: 2 }, { id: "c", amount: 4.5, method: "CARD" }),
      )
      const unpaid = await order(hub)
      const web = await order(hub, { channel: "WEB", paid: "CARD" })
      const yesterday = await order(hub, { createdAt: "2026-11-21T03:59:59-05:00" })
      const closed = await hub.call("POST", dayPath())
      expect(closed.status).toBe(200)
      expect(closed.body.data).toMatchObject({ status: "closed", alreadyClosed: false, forceClosedOrders: [unpaid] })
      expect(closed.body.data.figures).toMatchObject([
        {
          currencyCode: "USD",
          transactions: 2,
          gross: 130000,
          methods: [
            { code: "CARD", amount: 110000 },
            { code: "CASH", amount: 20000 },
          ],
          channels: [
            { code: "POS", amount: 65000 },
            { code: "WEB", amount: 65000 },
          ],
          forceClosed: { transactions: 1, amount: 65000 },
        },
      ])
      const states = await Promise.all(
        [sold, unpaid, web, yesterday].map(async (id) => (await hub.call("GET", `${ORDERS}/${id}`)).body.data.status),
      )
      expect(states).toEqual(["COMPLETED", "FORCE_CLOSED", "COMPLETED", "OPEN"])
      const completed = (await hub.events()).filter((event) => event.type === "order.completed")
      expect(completed.map((event) => event.orderId).sort()).toEqual([sold, web].sort())
    })

    it("a second time changes nothing", async () => {
      const hub = await openTestHub(open)
      await order(hub, { paid: "CASH" })
      const first = await hub.call("POST", dayPath())
      hub.clock.advance(60_000)
      expect(first.body.data.watermark).toBe(null)
      const again = await hub.call("POST", dayPath())
      expect(again.body.data).toEqual({ ...first.body.data, alreadyClosed: true, forceClosedOrders: [] })
    })

    it("again closes orders that arrived since, and keeps the figures of the first close", async () => {
      const hub = await openTestHub(open)
      const first = await hub.call("POST", dayPath())
      const late = { unpaid: await order(hub), web: await order(hub, { channel: "WEB", paid: "CARD" }) }
      const again = await hub.call("POST", dayPath())
      const { figures, closedAt } = first.body.data
      expect(again.body.data).toMatchObject({
        alreadyClosed: true,
        figures,
        closedAt,
        forceClosedOrders: [late.unpaid],
      })
      expect(again.body.data.late).toMatchObject([{ transactions: 1, gross: 65000 }])
      const statusOf = async (id: string) => (await hub.call("GET", `${ORDERS}/${id}`)).body.data.status
      expect([await statusOf(late.unpaid), await statusOf(late.web)]).toEqual(["FORCE_CLOSED", "COMPLETED"])
      const completed = (await hub.events()).filter((event) => event.type === "order.completed")
      expect(completed.map((event) => event.orderId)).toEqual([late.web])
      expect((await hub.call("POST", dayPath())).body.data.forceClosedOrders).toEqual([])
    })

    it("is refused for a day that has not begun", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", dayPath("2026-11-22"))).body.error).toBe("VALIDATION_ERROR")
    })

    it("is a 404 for another tenant's store", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", dayPath("2026-11-21", SISTER_STORE))).status).toBe(404)
      expect((await call("POST", dayPath(), undefined, GLOBEX_KEY)).status).toBe(404)
    })

    it("counts each sale once when sales continue during the close", async () => {
      const hub = await openTestHub(open)
      const selling = Array.from({ length: 20 }, () => order(hub, { paid: "CASH" }))
      const [closed] = await Promise.all([hub.call("POST", dayPath()), ...selling])
      const { gross, transactions } = closed.body.data.figures[0]
      expect(gross).toBe(transactions * 65000)
    })
  })
})
