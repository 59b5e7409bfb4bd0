import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"

const close = (more: object = {}) => ({
  storeId: STORE,
  currency: "USD",
  sessionExternalId: "2026-11-21-pos-1-1",
  declaredCash: 106.5,
  openingBalance: 100,
  shiftStart: "2026-11-21T08:00:00-05:00",
  shiftEnd: "2026-11-21T16:00:00-05:00",
  reason: "OTHER",
  ...more,
})

async function sell({ call }: TestHub, { operator = "ana", method = "CASH" } = {}) {
  const response = await call("POST", ORDERS, orderBody())
  await call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({ operator, method }))
}

eachDatabase((_engine, open) => {
  describe("cash close, version 2", () => {
    it("compares float and cash sales with the counted amount", async () => {
      const hub = await openTestHub(open)
      await sell(hub)
      await sell(hub, { method: "CARD" })
      await hub.call("POST", ORDERS, orderBody({ paid: "CASH" }))
      const withdrawals = [{ amount: 5.5, category: "SAFE_DROP", withdrawnAt: "2026-11-21T12:00:00-05:00" }]
      const answer = await hub.call("POST", CASH, close({ withdrawals, declaredCash: 107 }))
      expect(answer.status).toBe(201)
      expect(answer.body.data).toMatchObject({
        apiVersion: 2,
        systemCash: 107.5,
        declaredCash: 107,
        discrepancy: -0.5,
        discrepancyType: "SHORTAGE",
        withdrawalsTotal: 5.5,
        businessDayDate: "2026-11-21",
        shiftStart: "2026-11-21T13:00:00.000Z",
        details: { post_close: false, withdrawals: [{ amount: 5.5, notes: null }] },
      })
    })

    it("counts only the sales of the cashier it names", async () => {
      const hub = await openTestHub(open)
      await sell(hub, { operator: "ana" })
      await sell(hub, { operator: "luis" })
      const answer = await hub.call("POST", CASH, close({ operatorUid: "ana" }))
      expect(answer.body.data).toMatchObject({ systemCash: 106.5, discrepancyType: "MATCH", operatorUid: "ana" })
    })

    it("closes a session once, and a shift once", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", CASH, close())).status).toBe(201)
      expect((await call("POST", CASH, close())).body.error).toBe("CONFLICT")
      expect((await call("POST", CASH, close({ sessionExternalId: "another" }))).body.error).toBe("CONFLICT")
      const nextDay = { shiftStart: "2026-11-22T08:00:00-05:00", shiftEnd: "2026-11-22T16:00:00-05:00" }
      expect((await call("POST", CASH, close(nextDay))).body.error).toBe("CONFLICT")
      expect((await call("POST", CASH, close({ currency: "EUR" }))).status).toBe(201)
    })

    it("accepts one of many at once", async () => {
      const { call } = await openTestHub(open)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => call("POST", CASH, close({ sessionExternalId: `s-${index}` }))),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)])
    })

    it.each([
      ["the other vendor", SISTER_STORE],
      ["nobody", "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"],
      ["no UUID", "UIO-001"],
    ])("is a 404 for a store of %s", async (_whose, storeId) => {
      const { call } = await openTestHub(open)
      expect((await call("POST", CASH, close({ storeId }))).status).toBe(404)
    })

    it("is a 404 for another account's store", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", CASH, close(), GLOBEX_KEY)).status).toBe(404)
    })

    it("after the day was closed says so", async () => {
      const { call } = await openTestHub(open)
      await call("POST", `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`)
      expect((await call("POST", CASH, close())).body.data.details.post_close).toBe(true)
    })
  })
})
