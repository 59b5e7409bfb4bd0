import { describe, expect, it } from "vitest"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { NOW, openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }
const DAY = {
  storeId: STORE,
  businessDayDate: "2026-11-21",
  status: "open",
  openedAt: NOW,
  closedAt: null,
  figures: [],
}

/** What the store's box would say of an order that was made here. */
async function recordOf({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}) {
  const { id } = (await call("POST", ORDERS, orderBody(options))).body.data
  return { id, ...(await call("GET", `${ORDERS}/${id}`)).body.data }
}

function applyAt(hub: TestHub, kind: string, body: unknown): Promise<string | null> {
  return hub.beside(({ store, ids, validator }) =>
    store.system.write((scope) => createApplyOp({ store, ids, validator })(scope, PLACE, { kind, body })),
  )
}

eachDatabase((_engine, open) => {
  describe("an operation of a store", () => {
    it("updates the hub's copy of the order, and its events", async () => {
      const hub = await openTestHub(open)
      const made = await recordOf(hub)
      const order = { ...made, sequence: 2, currencyCode: "USD", operatorUid: null, status: "FORCE_CLOSED" }
      const events = [{ type: "order.cancelled", at: NOW }]
      expect(await applyAt(hub, "order.changed", { order, events })).toBeNull()
      expect((await hub.call("GET", `${ORDERS}/${made.id}`)).body.data.status).toBe("FORCE_CLOSED")
      expect((await hub.events()).map((event) => event.type)).toEqual(["order.opened", "order.cancelled"])
      const late = await hub.call("POST", `${ORDERS}/${made.id}/confirm-payment`, charge({}))
      expect(late.body.error).toBe("STORE_UNREACHABLE")
    })

    it.each([
      ["a kind that nobody knows", "order.exploded", {}, "UNKNOWN_KIND: order.exploded"],
      ["a body of another shape", "day.opened", { day: { ...DAY, status: "ajar" } }, "INVALID_BODY: day.status"],
      ["another store's day", "day.closed", { day: { ...DAY, storeId: SISTER_STORE } }, "DAY_OF_ANOTHER_STORE"],
    ])("%s is a dead letter with its reason", async (_what, kind, body, reason) => {
      const hub = await openTestHub(open)
      expect(await applyAt(hub, kind, body)).toContain(reason)
    })

    it("for another tenant's order is a dead letter, whatever it claims", async () => {
      const hub = await openTestHub(open)
      const made = await recordOf(hub)
      const more = { sequence: 2, currencyCode: "USD", operatorUid: null }
      const foreign = [
        { ...made, ...more, storeId: SISTER_STORE },
        { ...made, ...more, vendorId: "globex.br.saopaulo" },
      ]
      for (const order of foreign) {
        expect(await applyAt(hub, "order.changed", { order, events: [] })).toMatch(/^ORDER_OF_ANOTHER_/)
      }
      expect((await hub.call("GET", `${ORDERS}/${made.id}`)).body.data.status).toBe("OPEN")
    })
  })
})
