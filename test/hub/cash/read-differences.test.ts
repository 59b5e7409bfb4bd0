/** What headquarters sees of its drawers: differences by store and reason, shifts, openings, and approvals. */
import { describe, expect, it } from "vitest"
import { authorizeCash, listDifferences, listOpenings, shiftsOfDay, sumDifferences } from "../../../hub/cash/index.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { anId, TENANT } from "../../kit/orders.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"
const DAY = "2026-11-21"
const TOKEN = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d99"
const approved = { authorizationTokenId: TOKEN, storeId: STORE, approvedBy: "Rosa Paz" }

const close = (session: string, declaredCash: number, more: object = {}) => ({
  storeId: STORE,
  currency: "USD",
  sessionExternalId: session,
  declaredCash,
  openingBalance: 100,
  shiftStart: `2026-11-21T0${session}:00:00-05:00`,
  shiftEnd: "2026-11-21T16:00:00-05:00",
  reason: declaredCash > 100 ? "OTHER" : "COUNTING_ERROR",
  ...more,
})

const authorizationOf = async (hub: TestHub, session: string) => {
  const { reconciliations } = (
    await hub.call("GET", `/api/v1/adapters/partner/cash-management/reconciliations?storeId=${STORE}`)
  ).body
  return reconciliations.find((one: { sessionExternalId: string }) => one.sessionExternalId === session).details
    .authorization
}

eachDatabase((_engine, open) => {
  describe("a store without a box", () => {
    it("has its differences listed page by page and summed by reason, without counts that match", async () => {
      const hub = await openTestHub(open)
      for (const [session, counted] of [
        ["1", 99.5],
        ["2", 100],
        ["3", 90],
        ["4", 101.25],
      ] as const) {
        expect((await hub.call("POST", CASH, close(session, counted))).status).toBe(201)
      }
      const days = { from: DAY, to: DAY }
      await hub.beside(({ store }) =>
        store.read(TENANT, async (scope) => {
          const first = await listDifferences(scope, { ...days, limit: 2 })
          const rest = await listDifferences(scope, { ...days, limit: 2, after: first[1] })
          const all = [...first, ...rest].map(({ discrepancy }) => discrepancy)
          expect([first.length, all.toSorted((a, b) => a - b)]).toEqual([2, [-10, -0.5, 1.25]])
          const row = { storeId: STORE, currency: "USD" }
          expect(await sumDifferences(scope, days)).toEqual([
            { ...row, reason: "COUNTING_ERROR", closes: 2, short: -105_000, over: 0 },
            { ...row, reason: "OTHER", closes: 1, short: 0, over: 12_500 },
          ])
          expect(await sumDifferences(scope, { ...days, storeId: anId() })).toEqual([])
          expect(await listDifferences(scope, { ...days, reason: "OTHER", limit: 9 })).toHaveLength(1)
        }),
      )
    })

    it("gets a close approved once, before or after it", async () => {
      const hub = await openTestHub(open)
      const token = { authorizationTokenId: TOKEN }
      await hub.call("POST", CASH, close("1", 90, token))
      expect(await authorizationOf(hub, "1")).toBe(null)
      await hub.beside((context) => authorizeCash(context, TENANT, approved))
      expect(await authorizationOf(hub, "1")).toEqual({ approved_by: "Rosa Paz", approved_at: hub.clock.iso() })
      expect((await hub.call("POST", CASH, close("2", 90, token))).body.data.details.authorization).toBe(null)
      const other = anId()
      await hub.beside((context) => authorizeCash(context, TENANT, { ...approved, authorizationTokenId: other }))
      const closed = await hub.call("POST", CASH, close("3", 90, { authorizationTokenId: other.toUpperCase() }))
      expect(closed.body.data.details.authorization.approved_by).toBe("Rosa Paz")
    })
  })

  it("a store with a box reports its shifts, drawer openings and approvals by itself", async () => {
    const hub = await openTestHub(open)
    const box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    const shiftId = anId()
    const shift = { shiftId, operatorUid: "ana", operatorName: "Ana", currency: "USD", openingBalance: 100 }
    await box.call("POST", "/api/lan/v1/shifts", shift)
    const drop = { withdrawalId: anId(), amount: 40, category: "SAFE_DROP" }
    await box.call("POST", `/api/lan/v1/shifts/${shiftId}/withdrawals`, drop)
    hub.clock.advance(60_000)
    const counted = { counted: [{ denomination: 1, count: 50 }], reason: "COUNTING_ERROR", authorizationTokenId: TOKEN }
    await box.call("POST", `/api/lan/v1/shifts/${shiftId}/close`, counted)
    const response = await box.call("POST", "/api/lan/v1/cash/authorizations", {
      authorizationTokenId: TOKEN,
      approvedBy: "Rosa Paz",
    })
    expect(response.status).toBe(201)
    await box.whenSynced()
    expect(await authorizationOf(hub, shiftId)).toEqual({ approved_by: "Rosa Paz", approved_at: hub.clock.iso() })
    await hub.beside(async (context) => {
      await context.store.read(TENANT, async (scope) => {
        const [kept, ...more] = await shiftsOfDay(scope, STORE, DAY)
        expect([kept, more]).toMatchObject([{ ...shift, closedAt: hub.clock.iso(), withdrawals: [drop] }, []])
        expect(await listOpenings(scope, { storeId: STORE, limit: 5 })).toEqual([])
        expect(await sumDifferences(scope, { from: DAY, to: DAY })).toMatchObject([{ short: -100_000 }])
      })
      const refused = await authorizeCash(context, TENANT, approved)
      expect(isRefusal(refused) && refused.refused).toBe("CONFLICT")
    })
  })
})
