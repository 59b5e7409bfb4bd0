/** A day's figures are kept as its sales happen, and say what reading all its orders says; a close is a snapshot of them. */
import { beforeAll, describe, expect, it } from "vitest"
import { saveFigures } from "../../../hub/orders/figures-store.ts"
import { findOrder, ordersOfDay, rowsOfDay } from "../../../hub/orders/index.ts"
import { insertOrder } from "../../../hub/orders/orders-store.ts"
import { figuresOf, figuresOfRows } from "../../../protocol/rules/business-day/day-close.ts"
import { cashSalesOf } from "../../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { rowOrder } from "../../kit/order-rows.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const PLACE = { currency: "USD", timeZone: "America/Guayaquil" } as Store
const TODAY = "2026-11-21"
const closePath = (date = TODAY) => `/api/v1/core/external/stores/${STORE}/days/${date}/close`
const CASH = "/api/v2/external/cash-management/reconciliations"
const ORDERS_MANY = 2_000

/** What is kept of a day, and what reading its orders finds. */
async function bothWays({ beside }: TestHub, date = TODAY) {
  return beside(({ store }) =>
    store.read(TENANT, async (scope) => ({
      kept: figuresOfRows(await rowsOfDay(scope, STORE, date), PLACE),
      read: figuresOf(await ordersOfDay(scope, STORE, date), PLACE),
    })),
  )
}

async function make(
  { call }: TestHub,
  options: Parameters<typeof orderBody>[0] = {},
): Promise<{ id: string; orderId: string }> {
  const body = orderBody(options)
  return { id: (await call("POST", ORDERS, body)).body.data.id, orderId: body.orderId }
}

eachDatabase((_engine, open) => {
  describe("a day's figures at the hub", () => {
    it("follow every order: sold, corrected, declined, cancelled, force-closed, late", async () => {
      const hub = await openTestHub(open)
      const { call } = hub
      const pay = (id: string, ...options: Parameters<typeof charge>) =>
        call("POST", `${ORDERS}/${id}/confirm-payment`, charge(...options))
      const sold = await make(hub)
      await pay(sold.id, { amount: 2, operator: "ana" }, { id: "c", amount: 4.5, method: "CARD" })
      const corrected = await make(hub)
      await call("PUT", `${ORDERS}/${corrected.id}`, correction())
      await pay(corrected.id, { id: "d", declined: "NO_FUNDS" })
      await make(hub, { channel: "WEB", paid: "CARD" })
      await make(hub, { paid: "CASH", total: "11.25" })
      const gone = await make(hub, { channel: "WEB", paid: "CASH" })
      const cancelPath = `/api/v1/adapters/partner/stores/orders/${gone.orderId}/cancel`
      expect((await call("POST", cancelPath, { reason: "Customer left" })).status).toBe(200)
      const before = await bothWays(hub)
      expect(before.kept).toEqual(before.read)
      expect(before.kept[0]).toMatchObject({ transactions: 3, cancellations: { transactions: 1, amount: 65_000 } })

      const closed = await call("POST", closePath())
      const after = await bothWays(hub)
      expect(after.kept).toEqual(after.read)
      expect(closed.body.data).toMatchObject({ figures: after.kept, forceClosedOrders: [corrected.id], late: [] })

      await make(hub, { paid: "CASH" })
      const again = await call("POST", closePath())
      expect(again.body.data.figures).toEqual(closed.body.data.figures)
      expect(again.body.data.late).toEqual([
        {
          currencyCode: "USD",
          transactions: 1,
          gross: 65_000,
          methods: [{ code: "CASH", transactions: 1, amount: 65_000 }],
          cancellations: { transactions: 0, amount: 0 },
        },
      ])
    })

    it("are exact when many orders are sold at once", async () => {
      const hub = await openTestHub(open)
      await Promise.all(Array.from({ length: 40 }, (_, n) => make(hub, { paid: n % 2 ? "CASH" : "CARD" })))
      const { kept, read } = await bothWays(hub)
      expect(kept).toEqual(read)
      expect(kept[0]?.transactions).toBe(40)
    })

    it("are the box's own for a store with a box", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      await box.call("POST", "/api/lan/v1/days")
      for (const paid of ["CASH", "CARD", "CASH"]) {
        await box.call("POST", ORDERS, orderBody({ createdAt: hub.clock.iso(), paid }))
      }
      const closed = await box.call("POST", closePath())
      await box.whenSynced()
      const { kept, read } = await bothWays(hub)
      expect(kept).toEqual(read)
      expect(kept).toEqual(closed.body.data.figures)
    })
  })

  describe(`a day of ${ORDERS_MANY} orders`, () => {
    let hub: TestHub
    const date = "2024-01-01"

    beforeAll(async () => {
      hub = await openTestHub(open)
      await hub.beside(({ store }) =>
        store.write(TENANT, async (tx) => {
          const orders = Array.from({ length: ORDERS_MANY }, (_, n) => soldOrder(n, date))
          for (const order of orders) await insertOrder(tx, order, "hub")
        }),
      )
    })

    it("has stored figures that equal the sum of its orders, and closes with them", async () => {
      const { kept, read } = await bothWays(hub, date)
      expect(kept).toEqual(read)
      const closed = await hub.call("POST", closePath(date))
      expect(closed.body.data.figures).toMatchObject([{ gross: kept[0]?.gross, transactions: kept[0]?.transactions }])
      expect(closed.body.data.forceClosedOrders).toHaveLength(ORDERS_MANY / 50)
    })

    it("has cash totals for any period and cashier that equal its orders", async () => {
      const orders = Array.from({ length: ORDERS_MANY }, (_, n) => soldOrder(n, date))
      for (const [from, to, operatorUid] of [
        ["12:00", "13:30", "ana"],
        ["13:30", "16:00", "luis"],
        ["11:00", "23:59", "ana"],
      ] as const) {
        const window = { shiftStart: `${date}T${from}:00.000Z`, shiftEnd: `${date}T${to}:00.000Z`, currency: "USD" }
        const expected = cashSalesOf(orders, { ...window, operatorUid }) / 10_000
        const body = {
          ...window,
          storeId: STORE,
          operatorUid,
          sessionExternalId: `${from}-${operatorUid}-${to}`,
          businessDayDate: date,
          openingBalance: 100,
          declaredCash: 100,
          reason: "OTHER",
        }
        const answer = await hub.call("POST", CASH, body)
        expect([answer.status, answer.body.data.systemCash]).toEqual([201, 100 + expected])
        expect(expected).toBeGreaterThan(0)
      }
    })
  })

  it("removes an order from the figures when the order is removed", async () => {
    const hub = await openTestHub(open)
    const { id } = await make(hub, { paid: "CASH" })
    await hub.beside(({ store }) =>
      store.write(TENANT, async (tx) => {
        const kept = await findOrder(tx, id)
        if (kept) await saveFigures(tx, [{ before: kept.order, after: null }])
      }),
    )
    expect((await bothWays(hub)).kept[0]).toMatchObject({ transactions: 0, methods: [], channels: [], peakHour: null })
  })
})

/** Of one store and day, prepaid to one of two cashiers; one in fifty still to be paid. */
function soldOrder(n: number, date: string): OrderRecord {
  const row = rowOrder(n)
  const at = new Date(Date.parse(`${date}T12:00:00.000Z`) + (n % 1_000) * 15_000).toISOString()
  const open = row.status === "OPEN"
  return {
    ...row,
    ...TENANT,
    storeId: STORE,
    businessDayDate: date,
    createdAt: at,
    operatorUid: n % 3 ? "ana" : "luis",
    totals: [{ code: "TOTAL", amount: "65000" }],
    settlement: open
      ? row.settlement
      : ({ ...row.settlement, status: "settled", origin: "intake" } as OrderRecord["settlement"]),
  }
}
