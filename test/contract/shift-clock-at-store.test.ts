/** A clock that is set back during a shift: register, hub and a new box agree on the shift's cash to the cent. */
import { expect, it } from "vitest"
import { ordersOfDay } from "../../hub/orders/index.ts"
import { toMajor } from "../../protocol/money.ts"
import { cashOfShift } from "../../protocol/rules/cash/cash-moves.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { anId, TENANT } from "../kit/orders.ts"
import { tenantsWithSparePoint } from "../kit/tenants.ts"

const SHIFTS = "/api/lan/v1/shifts"
const DAY = "2026-11-21"

async function sell(hub: TestHub, box: TestBox, orderId: string, total: string): Promise<void> {
  const now = hub.clock.iso()
  const placed = await box.call("POST", ORDERS, orderBody({ orderId, total, createdAt: now }))
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const [tender] = charge({ id: `cash-${orderId}`, amount: total, operator: "ana" }).payments
  const payments = [{ ...tender, occurred_at: now }]
  const paid = await box.call("POST", `${ORDERS}/${orderId}/confirm-payment`, { payments })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
}

const cashAtHub = (hub: TestHub, shiftId: string): Promise<number> =>
  hub.beside(async ({ store }) => {
    const orders = await store.read(TENANT, (scope) => ordersOfDay(scope, STORE, DAY))
    return toMajor(cashOfShift(orders, { shiftId, currency: "USD" }))
  })

eachDatabase((_engine, database) => {
  it("a shift whose clock went back has the same cash at the hub and at a new box", async () => {
    const hub = await openTestHub(database)
    await hub.hub.operator.provision(tenantsWithSparePoint())
    const old = await openTestBox(hub)
    await old.call("POST", "/api/lan/v1/days")
    const shiftId = anId()
    const float = { operatorUid: "ana", operatorName: "Ana Núñez", currency: "USD", openingBalance: 100 }
    expect((await old.call("POST", SHIFTS, { shiftId, ...float })).status).toBe(201)
    await sell(hub, old, "before", "10.0100")
    hub.clock.advance(-30 * 60_000)
    await sell(hub, old, "after", "20.0000")
    await old.whenSynced()
    expect(await cashAtHub(hub, shiftId)).toBe(30.01)
    expect(JSON.stringify((await hub.call("GET", `${ORDERS}/after`)).body)).not.toContain(shiftId)
    expect(JSON.stringify(await hub.events())).not.toContain(shiftId)
    await old.stop()

    const fresh = await openTestBox(hub)
    await until(async () => (await fresh.call("GET", `${ORDERS}/after`, undefined, KEY)).status === 200)
    await sell(hub, fresh, "fresh", "5.0000")
    const counted = [
      { denomination: 1, count: 135 },
      { denomination: 0.01, count: 1 },
    ]
    const closed = await fresh.call("POST", `${SHIFTS}/${shiftId}/close`, { counted, reason: "OTHER" })
    expect(closed.status, JSON.stringify(closed.body)).toBe(201)
    expect(closed.body.data).toMatchObject({ systemCash: 135.01, discrepancy: 0 })
    await fresh.whenSynced()
    expect(await cashAtHub(hub, shiftId)).toBe(35.01)
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
  })
})
