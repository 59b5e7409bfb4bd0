/** Orders that come together share a transaction, and each becomes what it would have become alone. */
import { beforeAll, describe, expect, it } from "vitest"
import { ordersOfDay, rowsOfDay } from "../../../hub/orders/index.ts"
import { figuresOf, figuresOfRows } from "../../../protocol/rules/business-day/day-close.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { type Answer, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const PLACE = { currency: "USD", timeZone: "America/Guayaquil" } as Store
const TOGETHER = 70

eachDatabase((_engine, open) => {
  let hub: TestHub
  const send = (bodies: readonly object[]) => Promise.all(bodies.map((body) => hub.call("POST", ORDERS, body)))
  const idsOf = (answers: readonly Answer[]) => answers.map(({ body }) => body.data.id as string)

  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  describe("orders that arrive together", () => {
    it("are all created, each with its own events and in the day's figures", async () => {
      const bodies = Array.from({ length: TOGETHER }, (_, n) => orderBody({ paid: n % 2 ? "CARD" : "CASH" }))
      const answers = await send(bodies)
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
      expect(answers.map(({ body }) => body.data.orderId)).toEqual(bodies.map(({ orderId }) => orderId))
      const ids = idsOf(answers)
      const events = (await hub.events()).filter(({ orderId }) => ids.includes(orderId ?? ""))
      expect(
        events
          .filter(({ type }) => type === "order.completed")
          .map(({ orderId }) => orderId)
          .sort(),
      ).toEqual([...ids].sort())
      expect(events.filter(({ type }) => type === "order.sent_to_kitchen")).toHaveLength(TOGETHER)
      const { kept, read } = await hub.beside(({ store }) =>
        store.read(TENANT, async (scope) => ({
          kept: figuresOfRows(await rowsOfDay(scope, STORE, "2026-11-21"), PLACE),
          read: figuresOf(await ordersOfDay(scope, STORE, "2026-11-21"), PLACE),
        })),
      )
      expect(read[0]?.transactions).toBe(TOGETHER)
      expect(kept).toEqual(read)
    })

    it("are answered one by one: a refusal, a repeat and another store affect no other", async () => {
      const twice = orderBody({ paid: "CASH" })
      const before = orderBody({ total: "1.0000" })
      await send([before])
      const cheated = orderBody({ paid: "CASH" })
      cheated.payments.totals = [{ code: "TOTAL", amount: "7.0000" }]
      const [first, repeat, wrong, nowhere, known, byId, mixed] = await send([
        twice,
        { ...twice },
        cheated,
        orderBody({ store: { code: "NOWHERE" } }),
        { ...before, orderCode: "OTHER" },
        orderBody({ store: { id: STORE } }),
        orderBody({ store: { id: STORE, code: "NOWHERE" } }),
      ])
      expect([first?.status, repeat?.status].sort()).toEqual([200, 201])
      expect(repeat?.body.data.id).toBe(first?.body.data.id)
      expect([wrong?.status, wrong?.body.error]).toEqual([400, "AMOUNT_MISMATCH"])
      expect([nowhere?.status, known?.status, byId?.status, mixed?.status]).toEqual([404, 200, 201, 400])
      expect(known?.body.data.orderCode).toBe(before.orderCode)
      const refused = await hub.call("GET", `${ORDERS}/${cheated.orderId}`)
      expect(refused.status).toBe(404)
    })

    it("with one external id: the second is checked by itself if the first was refused", async () => {
      const good = orderBody({ paid: "CASH" })
      const bad = { ...good, payments: { ...good.payments, totals: [{ code: "TOTAL", amount: "7.0000" }] } }
      const answers = await send([bad, good, bad, good])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(new Set(idsOf(answers.filter(({ status }) => status < 300))).size).toBe(1)
      expect(
        (await hub.events()).filter(
          ({ orderId }) => orderId === idsOf(answers.filter(({ status }) => status === 201))[0],
        ),
      ).not.toEqual([])
    })
  })
})
