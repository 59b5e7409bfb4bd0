import { describe, expect, it } from "vitest"
import { createKey } from "../../../runtime/secrets.ts"
import { openTestBox } from "../../kit/box.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"
import { startMosquitto } from "../../kit/mosquitto.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LOOK_EVERY_MS = 20

onPostgres((open) => {
  describe("two hub processes with one database and one external broker", () => {
    it("act as one hub: either creates and charges orders, and each calls the store itself", async () => {
      const mqtt = await startMosquitto()
      const database = await open.freshUrl()
      const shared = { database, mqtt, secretKey: createKey() }
      const one = await openTestHub(open, shared)
      const other = await openTestHub(open, shared)
      const box = await openTestBox(one)
      const hubs = [one, other, one, other]
      const ids = await Promise.all(
        hubs.map(async ({ call }) => (await call("POST", ORDERS, orderBody())).body.data.id),
      )
      for (const id of ids) {
        while ((await box.call("GET", `${ORDERS}/${id}`)).status !== 200) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        }
      }
      const charged = await Promise.all(
        ids.map((id, index) =>
          (hubs[(index + 1) % hubs.length] ?? one).call(
            "POST",
            `${ORDERS}/${id}/confirm-payment`,
            charge({ id: `t-${index}` }),
          ),
        ),
      )
      expect(charged.map((answer) => answer.body.data?.outcome)).toEqual(["settled", "settled", "settled", "settled"])
      expect((await other.events()).filter((event) => event.type === "order.completed")).toHaveLength(4)
    })
  })
})
