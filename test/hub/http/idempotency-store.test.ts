/** `Idempotency-Key` on the hub's own endpoints, over HTTP. */
import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { KEY, openTestHub, READER_KEY, type TestHub } from "../../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const SECRET_KEY = Buffer.alloc(32, 7).toString("base64")
const keyed = (key: string) => ({ "idempotency-key": key })

function post({ call }: TestHub, path: string, body: unknown, key = "key-1") {
  return call("POST", path, body, KEY, keyed(key))
}

eachDatabase((_engine, open) => {
  describe("a POST with an Idempotency-Key", () => {
    it("repeats the first answer: status, body, and a mark", async () => {
      const hub = await openTestHub(open)
      const body = orderBody()
      const [first, again] = [await post(hub, ORDERS, body), await post(hub, ORDERS, body)]
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null])
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
      expect(again.body).toEqual(first.body)
      expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
    })

    it("repeats the first answer on every process of the hub", async () => {
      const shared = { database: await open.freshUrl(), secretKey: SECRET_KEY }
      const [one, two] = [await openTestHub(open, shared), await openTestHub(open, shared)]
      const { id } = (await one.call("POST", ORDERS, orderBody())).body.data
      const path = `${ORDERS}/${id}/confirm-payment`
      const first = await post(one, path, charge({ id: "t" }))
      const again = await post(two, path, charge({ id: "t" }))
      expect([first.body.data.outcome, again.body, again.headers.get("idempotent-replayed")]).toEqual([
        "settled",
        first.body,
        "true",
      ])
    })

    it("with another body is a 422", async () => {
      const hub = await openTestHub(open)
      await post(hub, ORDERS, orderBody())
      const other = await post(hub, ORDERS, orderBody())
      expect([other.status, other.body.error]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"])
    })

    it("repeats a refusal, with a mark", async () => {
      const hub = await openTestHub(open)
      const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
      const path = `${ORDERS}/${id}/confirm-payment`
      const wrong = charge({ amount: 1 })
      const [first, again] = [await post(hub, path, wrong), await post(hub, path, wrong)]
      expect([first.status, first.body.error]).toEqual([400, "AMOUNT_MISMATCH"])
      expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([400, first.body, "true"])
    })

    it("may be repeated with the same key after a server error", async () => {
      const hub = await openTestHub(open)
      const body = orderBody()
      expect((await hub.call("POST", ORDERS, body, READER_KEY, keyed("key-1"))).status).toBe(403)
      expect((await post(hub, ORDERS, { ...body, channel: "" })).status).toBe(400)
      expect((await post(hub, ORDERS, body)).status).toBe(201)
    })

    it("reports what is wrong with a key", async () => {
      const { status, body } = await post(await openTestHub(open), ORDERS, orderBody(), "x".repeat(256))
      expect([status, body.details]).toMatchObject([400, [{ path: "Idempotency-Key" }]])
    })
  })

  it("a PUT ignores the header: its key is in the body", async () => {
    const hub = await openTestHub(open)
    const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
    const put = () => hub.call("PUT", `${ORDERS}/${id}`, correction(), KEY, keyed("key-1"))
    expect([(await put()).status, (await put()).body.error]).toEqual([200, "STALE_REVISION"])
  })
})
