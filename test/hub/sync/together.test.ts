/** Orders that a store tells of for the first time are taken in together, and are what they would be one by one. */
import { expect, it } from "vitest"
import { createApplyOp, createApplyTogether } from "../../../hub/apply-op.ts"
import { runsOf } from "../../../hub/sync/together.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { NOW, openTestHub, STORE } from "../../kit/hub.ts"
import { anId, anOrder } from "../../kit/orders.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }

function told(order: ReturnType<typeof anOrder>, type = "order.opened") {
  const event = { type, at: NOW, id: `evt_${anId().replaceAll("-", "").slice(-12)}` }
  return { seq: 1, mark: anId(), kind: "order.changed", at: NOW, body: { order, events: [event] } }
}
const sale = (more = {}) => anOrder({ orderId: `store-${anId()}`, channel: "WEB", ...more })

it("what follows each other, each about another order, is a run", () => {
  const [a, b, c] = [told(sale()), told(sale()), told(sale())]
  const other = { ...a, kind: "day.opened" }
  expect(runsOf([a, b, c])).toEqual([[a, b, c]])
  expect(runsOf([a, b, a, c])).toEqual([
    [a, b],
    [a, c],
  ])
  expect(runsOf([a, other, b, c])).toEqual([[b, c]])
  expect(runsOf([a, other, { ...b, body: null }])).toEqual([])
})

eachDatabase((_engine, open) => {
  it("new orders are done; a known one, one with a correction's or cancellation's story and another store's are left", async () => {
    const hub = await openTestHub(open)
    const [one, two, known, gone, strange] = [sale(), sale({ prepaid: { CASH: 6.5 } }), sale(), sale(), sale()]
    const left = [told(known, "order.completed"), told(gone, "order.cancelled"), told({ ...strange, storeId: anId() })]
    const fresh = [told(one), told(two)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      await store.system.write((scope) => apply(scope, PLACE, told(known)))
      const together = createApplyTogether({ store, ids, validator })
      const ops = [fresh[0], ...left, fresh[1]].filter((op) => op !== undefined)
      expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(fresh))
      // The same again: they are known now, and nothing is told twice.
      expect(await store.system.write((scope) => together(scope, PLACE, fresh))).toEqual(new Set())
    })
    for (const op of fresh) {
      const { id } = op.body.order
      expect((await hub.call("GET", `/api/v1/core/external/orders/${id}?fields=id,status`)).body.data.id).toBe(id)
      const events = (await hub.events()).filter((event) => event.orderId === id)
      expect(events.map(({ envelope }) => (envelope as { event: { id: string } }).event.id)).toEqual([
        op.body.events[0]?.id,
      ])
    }
  })
})
