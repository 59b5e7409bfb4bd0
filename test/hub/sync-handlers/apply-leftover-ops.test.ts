/** What a box hands over after another took its store: what is news is applied, what its successor did stands, and a doubt about money is shown to a person. */
import { beforeAll, describe, expect, it } from "vitest"
import { findOrder, lockOrder, updateOrder } from "../../../hub/orders/index.ts"
import { createLeftoverOps } from "../../../hub/sync-handlers/apply-leftover-ops.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { onSqlite } from "../../kit/databases.ts"
import { NOW, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId } from "../../kit/orders.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }
const DAY = { storeId: STORE, businessDayDate: "2026-11-21", openedAt: NOW, closedAt: null, figures: [] }

onSqlite((database) => {
  let hub: TestHub
  let open: OrderRecord
  let paid: OrderRecord
  /** The same, paid otherwise. */
  let sold: OrderRecord
  /** Prepaid, still to be handed over; the hub has it handed over. */
  let toGo: OrderRecord

  const judge = (kind: string, body: unknown, isChanged = false) =>
    hub.beside(({ store, ids }) =>
      store.system.write((scope) =>
        createLeftoverOps({ store, ids }).decide(scope, PLACE, { kind, body }, async () => isChanged),
      ),
    )
  const read = async (id: string): Promise<OrderRecord> => {
    const kept = await hub.beside(({ store }) => store.read(PLACE, (scope) => findOrder(scope, id)))
    if (!kept) throw new Error("the order is not there")
    return kept.order
  }

  beforeAll(async () => {
    hub = await openTestHub(database)
    const id = (await hub.call("POST", ORDERS, orderBody({ orderId: "both-1" }))).body.data.id
    open = await read(id)
    await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ method: "CASH" }))
    paid = await read(id)
    sold = { ...paid, payments: paid.payments.map((tender) => ({ ...tender, method: "CARD" })) }
    const web = orderBody({ orderId: "both-2", channel: "WEB", paid: "CARD" })
    toGo = await read((await hub.call("POST", ORDERS, web)).body.data.id)
    await hub.beside(({ store }) =>
      store.write(PLACE, async (tx) => {
        const kept = await lockOrder(tx, toGo.id)
        if (kept) await updateOrder(tx, { ...kept, order: { ...toGo, status: "COMPLETED" } }, "store")
      }),
    )
  })

  describe("an order from a former box's leftover sync", () => {
    it("is applied if nobody else has it, or has an older state", async () => {
      expect(await judge("order.changed", { order: { ...open, id: anId(), orderExternal: "mine-1" } })).toBe("apply")
      expect(await judge("order.changed", { order: { ...paid, sequence: 9 } })).toBe("apply")
    })

    it("is ignored if the hub has it already, also from the new box", async () => {
      expect(await judge("order.changed", { order: { ...open, sequence: 0 } })).toBe("known")
      expect(await judge("order.changed", { order: { ...paid, sequence: 9 } }, true)).toBe("known")
    })

    it("waits for a person if both boxes moved different money for it", async () => {
      const other = { ...open, sequence: 9 }
      expect(await judge("order.changed", { order: other }, true)).toEqual({
        park: expect.stringContaining("CHANGED_BY_BOTH_BOXES"),
      })
      const twin = { ...sold, id: anId() }
      expect(await judge("order.changed", { order: twin })).toEqual({ park: expect.stringContaining("SOLD_BY_BOTH") })
      const prepaid = { ...toGo, id: anId(), orderExternal: paid.orderExternal }
      expect(await judge("order.changed", { order: prepaid })).toEqual({
        park: expect.stringContaining("SOLD_BY_BOTH"),
      })
    })

    it("is ignored if the former box only opened a sale that the new box completed", async () => {
      expect(await judge("order.changed", { order: { ...open, id: anId() } })).toBe("known")
      expect(await judge("order.changed", { order: { ...toGo, id: anId() } })).toBe("known")
    })
  })

  describe("a day from a former box's leftover sync", () => {
    it("is closed by the new box", async () => {
      expect(await judge("day.opened", { day: { ...DAY, status: "open" } })).toBe("apply")
      await hub.call("POST", `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`)
      const closed = { ...DAY, status: "closed", closedAt: NOW }
      expect(await judge("day.closed", { day: closed })).toEqual({
        park: expect.stringContaining("DAY_CLOSED_ALREADY"),
      })
      expect(await judge("day.opened", { day: { ...DAY, status: "open" } })).toBe("known")
    })
  })
})
