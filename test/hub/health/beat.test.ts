import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_STORE, STORE } from "../../kit/hub.ts"

const HEALTH = "/api/v1/core/external/component-health"
const beat = (more: object = {}) => ({
  componentType: "pos",
  componentId: "pos-1",
  storeId: STORE,
  status: "online",
  ...more,
})

eachDatabase((_engine, open) => {
  describe("a heartbeat", () => {
    it("is answered with the cadence and nothing else", async () => {
      const { call } = await openTestHub(open)
      const answer = await call("POST", HEALTH, beat())
      expect([answer.status, answer.body, answer.headers.get("x-heartbeat-interval")]).toEqual([204, null, "600"])
    })

    it("may come from any store of the account", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", HEALTH, beat({ storeId: SISTER_STORE }))).status).toBe(204)
    })

    it("of a strange store is 400, never 404", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", HEALTH, beat(), GLOBEX_KEY)).body.error).toBe("VALIDATION_ERROR")
      expect((await call("POST", HEALTH, beat({ storeId: "nothing" }))).body.error).toBe("VALIDATION_ERROR")
    })

    it("that is older than the last one is answered, and ignored", async () => {
      const { call } = await openTestHub(open)
      await call("POST", HEALTH, beat({ sentAt: "2026-11-21T12:00:00-05:00", appVersion: "2" }))
      expect((await call("POST", HEALTH, beat({ sentAt: "2026-11-21T11:00:00-05:00", appVersion: "1" }))).status).toBe(
        204,
      )
    })
  })
})
