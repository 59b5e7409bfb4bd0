/** Day totals and cash differences as headquarters reads them: one store, all of a vendor, beside the week before. */
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"
const DAY = "2026-11-21"
const VENDOR = "acme.ec.quito"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let person: SignedIn
  const ask = async (path: string) => (await person.call("GET", `/api/admin/${path}`)).body.data

  beforeAll(async () => {
    hub = await openTestHub(open)
    person = await signIn(hub, "read-only")
    const sold = await hub.call("POST", ORDERS, orderBody())
    await hub.call("POST", `${ORDERS}/${sold.body.data.id}/confirm-payment`, charge({ amount: 6.5, operator: "ana" }))
    await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CARD" }))
    for (const [hour, declaredCash] of [
      ["1", 99.5],
      ["2", 90],
      ["3", 101.25],
    ] as const) {
      const shift = { shiftStart: `${DAY}T0${hour}:00:00-05:00`, shiftEnd: `${DAY}T0${hour}:30:00-05:00` }
      const reason = declaredCash > 100 ? "OTHER" : "COUNTING_ERROR"
      const body = {
        storeId: STORE,
        currency: "USD",
        sessionExternalId: hour,
        declaredCash,
        openingBalance: 100,
        reason,
      }
      expect((await hub.call("POST", CASH, { ...body, ...shift })).status).toBe(201)
    }
  })

  describe("the totals of a day", () => {
    it("are the same for the one store that sold and for its vendor, from kept figures", async () => {
      const store = await ask(`totals?storeId=${STORE}&date=${DAY}`)
      expect(store).toMatchObject({ date: DAY, before: "2026-11-14" })
      const [usd] = store.currencies
      expect(usd).toMatchObject({ currencyCode: "USD", before: { transactions: 0, amount: 0 } })
      expect([usd.now.transactions, usd.now.amount, usd.now.averageTicket]).toEqual([2, 130_000, 65_000])
      expect(usd.now.hours).toEqual([{ hour: 12, transactions: 2, amount: 130_000 }])
      expect(usd.now.methods.map(({ code }: { code: string }) => code).sort()).toEqual(["CARD", "CASH"])
      expect((await ask(`totals?vendorId=${VENDOR}&date=${DAY}`)).currencies).toEqual(store.currencies)
      expect((await ask(`totals?vendorId=${VENDOR}`)).date).toBe(DAY)
      const week = await ask(`totals?storeId=${STORE}&date=2026-11-28`)
      expect(week.currencies[0]).toMatchObject({ now: { amount: 0 }, before: { amount: 130_000 } })
      const { items } = await ask(`totals/stores?vendorId=${VENDOR}&date=${DAY}`)
      const own = items.find(({ storeId }: { storeId: string }) => storeId === STORE)
      expect(own.currencies).toEqual([
        { currencyCode: "USD", transactions: 2, amount: 130_000, before: { transactions: 0, amount: 0 } },
      ])
    })

    it("are asked of one store or of one vendor", async () => {
      expect((await person.call("GET", "/api/admin/totals")).status).toBe(400)
      expect((await person.call("GET", `/api/admin/totals?storeId=${STORE}&vendorId=${VENDOR}`)).status).toBe(400)
      expect((await person.call("GET", "/api/admin/totals?vendorId=globex.br.sp")).status).toBe(404)
    })
  })

  describe("cash differences", () => {
    it("are summed with what is missing most first, page by page, and lead to their counts", async () => {
      const range = `from=${DAY}&to=${DAY}`
      const first = await ask(`cash/difference-sums?${range}&size=1`)
      expect(first.items).toEqual([
        expect.objectContaining({
          storeId: STORE,
          code: "UIO-001",
          reason: "COUNTING_ERROR",
          closes: 2,
          short: -105_000,
        }),
      ])
      const rest = await ask(`cash/difference-sums?${range}&after=${encodeURIComponent(first.next)}`)
      expect(rest).toMatchObject({ items: [{ reason: "OTHER", over: 12_500 }], next: null })
      const counts = await ask(`cash/differences?${range}&storeId=${STORE}&reason=COUNTING_ERROR&size=1`)
      const more = await ask(
        `cash/differences?${range}&storeId=${STORE}&reason=COUNTING_ERROR&after=${encodeURIComponent(counts.next)}`,
      )
      const both = [...counts.items, ...more.items].map(({ discrepancy }: { discrepancy: number }) => discrepancy)
      expect(both.sort((a, b) => a - b)).toEqual([-10, -0.5])
      const sister = await signIn(hub, "operations", { vendorIds: ["acme.ec.guayaquil"] })
      const path = `/api/admin/cash/difference-sums?${range}`
      expect((await sister.call("GET", path)).body.data.items).toEqual([])
      expect((await person.call("GET", "/api/admin/cash/differences?from=2025-01-01&to=2026-11-21")).status).toBe(400)
    })
  })
})
