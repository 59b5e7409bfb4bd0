/** A replaced box is told so although its credential is no longer valid, stops selling, and sends its leftover sales. */
import { describe, expect, it } from "vitest"
import { requestsOf } from "../../hub/fiscal/requests-store.ts"
import { openTestBox } from "../kit/box.ts"
import { layCable } from "../kit/cable.ts"
import { eachDatabase } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { FORMER, HAND_OVER_PATH } from "../kit/former-box.ts"
import { KEY, openTestHub, STORE } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { fillUp, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

eachDatabase((_engine, database) => {
  describe("a box that was replaced while its cable was cut", () => {
    it("is told so when it returns, sends its leftover sales, and neither sells nor numbers any more", async () => {
      const hub = await openTestHub(database)
      const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      const old = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
      await until(() => old.box.sync().agreed)
      await old.whenSynced()
      cable.pull()
      await until(() => old.box.sync().link === "down")
      const large = (note: string) => orderBody({ orderId: "cut-1", paid: "CASH", metadata: { note } })
      const sold = await old.call("POST", ORDERS, fillUp(large))
      expect(sold.status, JSON.stringify(sold.body)).toBe(201)
      await old.stop()
      const fresh = await openTestBox(hub)
      await fresh.whenSynced()
      cable.mend()

      await old.restart()
      await until(() => old.box.sync().fenced)
      await old.whenSynced()
      const { body } = await hub.call("GET", `${ORDERS}/cut-1`)
      expect(body.data).toMatchObject({ status: "COMPLETED", fiscal: { countryCode: "EC" } })
      const kept = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, "cut-1")))
      expect(kept.map(({ record }) => record.representation.documentNumber)).toEqual(["001-002-000000001"])

      const sale = await old.call("POST", ORDERS, orderBody({ orderId: "late-1", paid: "CASH" }))
      expect([sale.status, sale.body.message]).toEqual([503, expect.stringContaining("Another box has taken over")])
      expect((await old.call("POST", NUMBERING, fiscalBody({ orderId: "late-2" }), KEY)).status).toBe(503)
      const today = await old.call("GET", "/api/lan/v1/today")
      expect(today.body.data.hub).toMatchObject({ replaced: true, unsent: 0 })
      // The box that took its place goes on as if nobody had spoken.
      expect(fresh.box.sync()).toMatchObject({ link: "up", fenced: false })
      expect((await hub.hub.sync.stateOf(STORE))?.epoch).toBe(fresh.box.sync().epoch)
      expect((await fresh.call("POST", ORDERS, orderBody({ orderId: "new-1" }))).status).toBe(201)
    })

    it("is refused with an unknown credential, and as another store's", async () => {
      const hub = await openTestHub(database)
      expect(await hub.call("POST", HAND_OVER_PATH, FORMER, null)).toMatchObject({ status: 404 })
    })
  })
})
