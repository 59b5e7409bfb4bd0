import { describe, expect, it } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"
import { putInvoice } from "../../kit/invoice.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

eachDatabase((_engine, open) => {
  describe("the fiscal state of an order", () => {
    it("follows it from creation to document, and is in Get and List", async () => {
      const hub = await openTestHub(open)
      const { id } = (await hub.call("POST", ORDERS, orderBody({ orderId: "f-1", client: { name: "Ana" } }))).body.data
      const read = async (reference = id) => (await hub.call("GET", `${ORDERS}/${reference}/fiscal`)).body.data
      const before = await read("f-1")
      expect(before).toMatchObject({ id, status: "OPEN", fiscal: { status: "awaiting_payment", countryCode: "EC" } })
      expect(before.fiscal).toMatchObject({ store: { code: "UIO-001" }, buyer: { name: "Ana", isFinalConsumer: true } })
      expect((await hub.call("GET", `${ORDERS}/${id}?fields=fiscal`)).body.data.fiscal).toEqual(before.fiscal)
      expect((await hub.call("GET", `${ORDERS}?fields=fiscal`)).body.data.orders).toEqual([{ fiscal: before.fiscal }])
      await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      expect(await read()).toMatchObject({ status: "COMPLETED", fiscal: { status: "not_issued", metadata: null } })
      await putInvoice(hub, id, "authorized")
      expect(await read()).toMatchObject({ status: "COMPLETED", fiscal: { status: "authorized" } })
    })
  })

  describe("an order whose home is a store", () => {
    it("says on every read how recent the hub's copy is, and equals the box's", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
      await box.whenSynced()
      for (const path of [`${ORDERS}/${id}`, `${ORDERS}/${id}/fiscal`, `${ORDERS}?fields=id,fiscal`]) {
        const [here, there] = [await hub.call("GET", path), await box.call("GET", path)]
        expect(here.body).toEqual(there.body)
        expect(here.headers.get("x-store-synced-at")).toMatch(/^2026-11-21T.*Z$/)
      }
      expect((await hub.call("GET", `${ORDERS}?status=CANCELLED`)).headers.has("x-store-synced-at")).toBe(false)
    })
  })
})
