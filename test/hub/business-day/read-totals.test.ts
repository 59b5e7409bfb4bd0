/** Day totals and cash differences as headquarters reads them: one store, all of a vendor, beside the week before. */
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"
import { writeLine } from "../../kit/store-line.ts"

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
    it("are the same for a store and for its vendor when only that store sold, from stored figures", async () => {
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

    it("are requested for one store or one vendor", async () => {
      expect((await person.call("GET", "/api/admin/totals")).status).toBe(400)
      expect((await person.call("GET", `/api/admin/totals?storeId=${STORE}&vendorId=${VENDOR}`)).status).toBe(400)
      expect((await person.call("GET", "/api/admin/totals?vendorId=globex.br.sp")).status).toBe(404)
    })
  })

  describe("the totals of a store without contact", () => {
    const NEXT = "2026-11-22"
    const whole = { stores: 0, since: null }
    const incompleteOn = async (date: string) => (await ask(`totals?storeId=${STORE}&date=${date}`)).incomplete

    it("say since when sales may be missing, only for days that were open then", async () => {
      expect(await incompleteOn(DAY)).toEqual(whole)
      const operations = await signIn(hub, "operations")
      const box = { appVersion: "1.2.3", epoch: crypto.randomUUID() }
      const { code } = (await hub.call("POST", "/api/box/v1/claims", box)).body.data
      await operations.call("POST", `/api/admin/claims/${code}`, { storeId: STORE })
      const since = hub.clock.iso()
      await writeLine(hub, { online: 1, last_heard_at: since, applied: 0, told_made: 0, told_acked: 0 })
      expect(await incompleteOn(DAY)).toEqual(whole)
      await writeLine(hub, { online: 0 })
      const incomplete = { stores: 1, since }
      expect(await incompleteOn(DAY)).toEqual(incomplete)
      expect(await incompleteOn(NEXT)).toEqual(incomplete)
      expect(await incompleteOn("2026-11-20")).toEqual(whole)
      expect((await ask(`totals?vendorId=${VENDOR}&date=${DAY}`)).incomplete).toEqual(incomplete)
      const { items } = await ask(`totals/stores?vendorId=${VENDOR}&date=${NEXT}`)
      const rows = items.map((row: { storeId: string; unknownSince: unknown }) => [row.storeId, row.unknownSince])
      expect(rows).toContainEqual([STORE, since])
    })

    it("are complete once the close of the day has arrived", async () => {
      const day = { storeId: STORE, businessDayDate: DAY, status: "closed" as const }
      await hub.beside(({ store }) =>
        store.write({ accountId: "acme", vendorId: VENDOR }, (tx) =>
          tx
            .insert("business_day", {
              store_id: STORE,
              business_day: DAY,
              status: "closed",
              record: JSON.stringify(day),
            })
            .execute(),
        ),
      )
      expect(await incompleteOn(DAY)).toEqual(whole)
    })
  })

  describe("cash differences", () => {
    it("are summed with the largest shortage first, page by page, and link to their counts", async () => {
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
      expect(await ask("cash/differences?from=2025-01-01&to=2026-11-21&size=1")).toMatchObject({ items: [{}] })
    })
  })
})
