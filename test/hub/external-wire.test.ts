import { describe, expect, it } from "vitest"
import { createExternalWire, withoutLogin } from "../../hub/external-wire.ts"
import { createLog } from "../../protocol/runtime/log.ts"
import { createKey } from "../../protocol/runtime/secrets.ts"
import { openTestBox } from "../kit/box.ts"
import { onPostgres } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { startMosquitto } from "../kit/mosquitto.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { freePorts } from "../kit/ports.ts"
import { soon } from "../kit/soon.ts"

const LOOK_EVERY_MS = 20
/** The first two waits for the broker, at their longest, are 1.25 and 2.5 s. */
const TWO_TRIES_MS = 2_000

onPostgres((open) => {
  describe("two hub processes with one database and one external broker", () => {
    it("are one hub: either creates, either charges, the store is asked by whoever was asked", async () => {
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

it("says once why the broker is not reached, without the login", async () => {
  const [port = 0] = await freePorts(1)
  const lines: string[] = []
  const log = createLog({ level: "info", destination: { write: (line) => lines.push(line) } })
  const wire = createExternalWire({ url: `mqtt://hub:s3cret@127.0.0.1:${port}`, hubId: "one", log })
  wire.start(new AbortController().signal)
  await soon(() => expect(lines).not.toHaveLength(0))
  await new Promise((resolve) => setTimeout(resolve, TWO_TRIES_MS))
  await wire.stop()
  const [said, ...more] = lines.map((line) => JSON.parse(line))
  expect(said).toMatchObject({
    level: "warn",
    url: `mqtt://127.0.0.1:${port}`,
    why: expect.stringContaining("ECONNREFUSED"),
  })
  expect([more, lines.join("")]).toEqual([[], expect.not.stringContaining("s3cret")])
})

it("boxes are told the broker's address without the hub's login", () => {
  expect(withoutLogin("mqtts://hub:s3cret@broker.example:8883")).toBe("mqtts://broker.example:8883")
})
