import { beforeAll, describe, expect, it, test } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_STORE, STORE, type TestHub, testTenants } from "../../kit/hub.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
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
    let shared: TestHub
    beforeAll(async () => {
      shared = await openTestHub(open)
    })

    it("is answered with the interval and nothing else", async () => {
      const { call } = shared
      const answer = await call("POST", HEALTH, beat({ storeId: SISTER_STORE }))
      expect([answer.status, answer.body, answer.headers.get("x-heartbeat-interval")]).toEqual([204, null, "600"])
    })

    it("is accepted for any store of the account", async () => {
      const { call } = shared
      expect((await call("POST", HEALTH, beat({ storeId: SISTER_STORE }))).status).toBe(204)
    })

    it("for an unknown store is a 400, never a 404", async () => {
      const { call } = shared
      expect((await call("POST", HEALTH, beat(), GLOBEX_KEY)).body.error).toBe("VALIDATION_ERROR")
      expect((await call("POST", HEALTH, beat({ storeId: "nothing" }))).body.error).toBe("VALIDATION_ERROR")
    })

    it("older than the last one is answered and ignored", async () => {
      const { call, hub } = await openTestHub(open)
      await call("POST", HEALTH, beat({ sentAt: "2026-11-21T12:00:00-05:00", appVersion: "2" }))
      const older = beat({ sentAt: "2026-11-21T11:00:00-05:00", appVersion: "1", status: "degraded" })
      expect((await call("POST", HEALTH, older)).status).toBe(204)
      const same = beat({ sentAt: "2026-11-21T16:59:00Z", appVersion: "0" })
      expect((await call("POST", HEALTH, same)).status).toBe(204)
      expect(await hub.health.components(TENANT, { size: 9 })).toMatchObject([{ appVersion: "2", shown: "online" }])
    })

    it("is answered with the interval of its store, or of its vendor", async () => {
      const { call, hub, clock } = await openTestHub(open)
      const cadence = async (storeId: string) =>
        (await call("POST", HEALTH, beat({ storeId }))).headers.get("x-heartbeat-interval")
      expect([await cadence(STORE), await cadence(SISTER_STORE)]).toEqual(["600", "600"])
      const file = JSON.parse(testTenants())
      const [quito, guayaquil] = file.accounts[0].vendors
      quito.stores[0].heartbeatIntervalSeconds = 120
      Object.assign(quito, { heartbeatIntervalSeconds: 900 })
      Object.assign(guayaquil, { heartbeatIntervalSeconds: 300 })
      await hub.operator.provision(JSON.stringify(file))
      clock.advance(6_000)
      expect([await cadence(STORE), await cadence(SISTER_STORE)]).toEqual(["120", "300"])
    })

    test.each([
      ["componentId", { componentId: `appliance:${STORE}` }],
      ["componentId", { componentId: "" }],
      ["componentId", { componentId: "k".repeat(121) }],
      ["componentType", { componentType: "appliance" }],
      ["status", { status: "down" }],
      ["sentAt", { sentAt: "2026-11-21T12:00:00" }],
      ["offlineSince", { offlineSince: "yesterday" }],
      ["intervalSeconds", { intervalSeconds: 59 }],
      ["intervalSeconds", { intervalSeconds: 86_401 }],
      ["degradedReason", { degradedReason: "Printer down" }],
      ["degradedReason", { degradedReason: "p".repeat(61) }],
      ["appVersion", { appVersion: "" }],
      ["details", { details: "printer" }],
    ])("with a wrong %s is 400: %o", async (path, more) => {
      const answer = await shared.call("POST", HEALTH, beat(more))
      expect([answer.status, answer.body.details[0].path]).toEqual([400, path])
    })

    it("accepts everything that the contract allows, in either case", async () => {
      const all = {
        componentId: "Küche 2 · 厨房",
        sentAt: "2026-11-21T13:00:00.123-05:00",
        intervalSeconds: 60,
        offlineSince: null,
        status: "degraded",
        degradedReason: "printer_down",
        details: { printer: { state: "paper_out" }, queuedOrders: 3 },
      }
      expect((await shared.call("POST", HEALTH, beat(all))).status).toBe(204)
      expect(await shared.hub.health.components(TENANT, { size: 9 })).toMatchObject([
        { componentId: "Küche 2 · 厨房", details: { printer: { state: "paper_out" }, queuedOrders: 3 } },
      ])
    })
  })
})
