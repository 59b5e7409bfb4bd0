/** Cash reconciliations version 1 (docs/contract/cash.md#cash-reconciliations-version-1): each rule of its tables, and the list of both versions. */
import { beforeAll, describe, expect, it, test } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import {
  ACCOUNT_KEY,
  GLOBEX_KEY,
  openTestHub,
  READER_KEY,
  SISTER_KEY,
  SISTER_STORE,
  STORE,
  type TestHub,
} from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const V1 = "/api/v1/adapters/partner/cash-management/reconciliations"
const V2 = "/api/v2/external/cash-management/reconciliations"
const TODAY = "2026-11-21"

const count = (more: object = {}) => ({
  storeId: STORE,
  currency: "USD",
  declaredCash: 13,
  reason: "COUNTING_ERROR",
  ...more,
})

const shift = (more: object = {}) => ({
  ...count({ declaredCash: 100, openingBalance: 100, sessionExternalId: "s-1" }),
  shiftStart: "2026-11-21T08:00:00-05:00",
  shiftEnd: "2026-11-21T09:00:00-05:00",
  ...more,
})

async function sell(
  { call }: TestHub,
  { operator = "ana", method = "CASH", createdAt = "2026-11-21T12:30:00-05:00" } = {},
) {
  const response = await call("POST", ORDERS, orderBody({ createdAt }))
  await call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({ operator, method }))
}

eachDatabase((_engine, open) => {
  describe("cash close, version 1", () => {
    let hub: TestHub
    const list = async (query: string, key?: string) =>
      (await hub.call("GET", `${V1}?storeId=${STORE}&${query}`, undefined, key)).body

    beforeAll(async () => {
      hub = await openTestHub(open)
      await sell(hub)
      await sell(hub, { operator: "luis" })
      await sell(hub, { method: "CARD" })
      await sell(hub, { createdAt: "2026-11-20T12:30:00-05:00", operator: "yesterday" })
    })

    it("compares the day's cash sales with a count without the float, and returns the record without an envelope", async () => {
      const answer = await hub.call("POST", V1, count({ declaredCash: 12.5, notes: "corto" }))
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        id: expect.any(String),
        apiVersion: 1,
        accountId: "acme",
        vendorId: "acme.ec.quito",
        storeId: STORE,
        businessDayDate: TODAY,
        currency: "USD",
        operatorUid: null,
        systemCash: 13,
        declaredCash: 12.5,
        discrepancy: -0.5,
        discrepancyType: "SHORTAGE",
        authorizationTokenId: null,
        reportedBy: expect.stringMatching(/^apikey:/),
        reportedAt: "2026-11-21T18:00:00.000Z",
        createdAt: "2026-11-21T18:00:00.000Z",
        updatedAt: "2026-11-21T18:00:00.000Z",
        sessionExternalId: null,
        terminalUid: null,
        openingBalance: null,
        withdrawalsTotal: null,
        shiftStart: null,
        shiftEnd: null,
        details: { reason: "COUNTING_ERROR", notes: "corto", post_close: false, authorization: null },
      })
    })

    test.each<[string, object, object]>([
      [
        "a cashier's own sales",
        { operatorUid: "ana", declaredCash: 6.5 },
        { systemCash: 6.5, discrepancyType: "MATCH", operatorUid: "ana" },
      ],
      ["an overage, with any reason", { declaredCash: 14 }, { discrepancy: 1, discrepancyType: "OVERAGE" }],
      ["a count as a decimal string", { declaredCash: "13.00" }, { declaredCash: 13, discrepancyType: "MATCH" }],
      ["another day", { businessDayDate: "2026-11-20" }, { businessDayDate: "2026-11-20", systemCash: 6.5 }],
      ["a currency nobody paid in", { currency: "EUR", declaredCash: 0 }, { systemCash: 0, currency: "EUR" }],
      ["an authorization", { authorizationTokenId: SISTER_STORE }, { authorizationTokenId: SISTER_STORE }],
      [
        "a store of the account's other vendor",
        { storeId: SISTER_STORE },
        { vendorId: "acme.ec.guayaquil", systemCash: 0 },
      ],
    ])("accepts %s", async (_what, more, expected) => {
      const answer = await hub.call("POST", V1, count(more))
      expect([answer.status, answer.body]).toMatchObject([201, expected])
    })

    test.each<[string, object]>([
      ["a store of another account", { storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff" }],
      ["a store that is no UUID", { storeId: "UIO-001" }],
      ["no currency", { currency: undefined }],
      ["a currency of two letters", { currency: "US" }],
      ["no count", { declaredCash: undefined }],
      ["a negative count", { declaredCash: -1 }],
      ["a third decimal", { declaredCash: 1.234 }],
      ["a third decimal in a text", { declaredCash: "1.234" }],
      ["a negative count as text", { declaredCash: "-1" }],
      ["a count that is no amount", { declaredCash: "13,50" }],
      ["no reason, though the counts match", { reason: undefined }],
      ["a reason of its own", { reason: "RAIN" }],
      ["notes beyond 2000 characters", { notes: "x".repeat(2001) }],
      ["a day that is none", { businessDayDate: "21-11-2026" }],
      ["a day that has not begun", { businessDayDate: "2026-11-22" }],
      ["a day far off", { businessDayDate: "2031-11-21" }],
      ["an authorization that is no UUID", { authorizationTokenId: "t" }],
    ])("refuses %s", async (_what, more) => {
      const answer = await hub.call("POST", V1, count(more))
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: { code: "validation_error", message: expect.any(String) } },
      ])
    })

    it("is refused for a key without a vendor, without the scope, or of another account", async () => {
      for (const key of [ACCOUNT_KEY, READER_KEY]) {
        const answer = await hub.call("POST", V1, count(), key)
        expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"])
      }
      expect((await hub.call("POST", V1, count(), GLOBEX_KEY)).body.error.code).toBe("validation_error")
      const read = await hub.call("GET", `${V1}?storeId=${STORE}`, undefined, GLOBEX_KEY)
      expect(read.body.error.code).toBe("validation_error")
    })

    it("repeated within minutes is the same record; later it is a new count", async () => {
      const body = count({ operatorUid: "luis", notes: "again" })
      const [first, again] = [await hub.call("POST", V1, body), await hub.call("POST", V1, body)]
      expect([again.status, again.body]).toEqual([201, first.body])
      hub.clock.advance(600_000)
      expect((await hub.call("POST", V1, body)).body.id).not.toBe(first.body.id)
    })

    it("of ten years is listed in pages, each record once", async () => {
      const range = "from=2016-11-21&to=2026-11-21"
      const whole = await list(range)
      expect([whole.total, whole.totalPages, whole.reconciliations.length]).toEqual([whole.total, 1, whole.total])
      expect(whole.total).toBeGreaterThan(3)
      const pages = Math.ceil(whole.total / 2)
      const paged = []
      for (let page = 1; page <= pages; page += 1) paged.push(await list(`${range}&size=2&page=${page}`))
      expect(paged.flatMap(({ reconciliations }) => reconciliations)).toEqual(whole.reconciliations)
      expect(paged[1]).toMatchObject({ page: 2, size: 2, total: whole.total, totalPages: pages })
      expect((await list(`${range}&page=${pages + 1}&size=2`)).reconciliations).toEqual([])
      expect((await list(`${range}&size=1001`)).error.code).toBe("validation_error")
    })

    it("is listed with version 2 by day, by range and by cashier", async () => {
      expect((await hub.call("POST", V2, shift())).status).toBe(201)
      await hub.call("POST", V2, shift({ sessionExternalId: "s-2", operatorUid: "ana" }))
      const today = (await list(`businessDayDate=${TODAY}`)).reconciliations
      expect(new Set(today.map(({ apiVersion }: { apiVersion: number }) => apiVersion))).toEqual(new Set([1, 2]))
      const counts = { page: 1, size: 1000, total: today.length, totalPages: 1 }
      expect(await list("")).toEqual({ reconciliations: today, ...counts })
      const ana = (await list(`businessDayDate=${TODAY}&operatorUid=ana`)).reconciliations
      expect(ana.map((row: { apiVersion: number; operatorUid: string }) => [row.apiVersion, row.operatorUid])).toEqual([
        [1, "ana"],
        [2, "ana"],
      ])
      const both = (await list(`from=2026-11-20&to=${TODAY}`)).reconciliations
      expect(both).toHaveLength(today.length + 1)
      expect((await list("from=2026-11-20")).reconciliations).toEqual(both)
      expect((await list("to=2026-11-20")).reconciliations).toHaveLength(1)
      expect((await list(`businessDayDate=${TODAY}`, SISTER_KEY)).reconciliations).toEqual(today)
    })

    test.each([
      ["no store", `${V1}?businessDayDate=${TODAY}`],
      ["a day and a range", `${V1}?storeId=${STORE}&businessDayDate=${TODAY}&from=${TODAY}`],
      ["a range that ends before it begins", `${V1}?storeId=${STORE}&from=2026-11-21&to=2026-11-20`],
      ["a day that is none", `${V1}?storeId=${STORE}&from=november`],
    ])("lists nothing for %s", async (_what, path) => {
      const answer = await hub.call("GET", path)
      expect([answer.status, answer.body.error.code]).toEqual([400, "validation_error"])
    })

    it("of a day that has not begun writes nothing", async () => {
      await hub.call("POST", V1, count({ businessDayDate: "2026-11-22" }))
      expect((await list("businessDayDate=2026-11-22")).reconciliations).toEqual([])
    })

    it("after the day was closed says so", async () => {
      await hub.call("POST", `/api/v1/core/external/stores/${STORE}/days/2026-11-20/close`)
      const answer = await hub.call("POST", V1, count({ businessDayDate: "2026-11-20", notes: "late" }))
      expect(answer.body.details.post_close).toBe(true)
    })

    it("answers an unknown address below it in its own error shape", async () => {
      const answer = await hub.call("GET", `${V1}/nothing`)
      expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"])
    })
  })

  it("version 1 for a store with a box is sent to the box, and the hub lists its record once", async () => {
    const hub = await openTestHub(open)
    const box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    await box.call("POST", ORDERS, orderBody({ createdAt: hub.clock.iso(), paid: "CASH" }))
    const closed = await hub.call("POST", V1, count({ declaredCash: 6.5 }))
    expect([closed.status, closed.body]).toMatchObject([
      201,
      { systemCash: 6.5, discrepancyType: "MATCH", apiVersion: 1 },
    ])
    const tomorrow = await hub.call("POST", V1, count({ businessDayDate: "2026-11-22" }))
    expect([tomorrow.status, tomorrow.body.error.code]).toEqual([400, "validation_error"])
    await box.whenSynced()
    const listed = await hub.call("GET", `${V1}?storeId=${STORE}`)
    expect(listed.body.reconciliations).toEqual([closed.body])
    expect(listed.headers.get("x-store-synced-at")).toMatch(/Z$/)
  })
})
