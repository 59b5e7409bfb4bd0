/** Cash reconciliations version 2 (docs/contract/cash.md#cash-reconciliations-version-2): each row of its table of fields and of its errors, on a hub that has sold a little. */
import { beforeAll, describe, expect, it, test } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { ACCOUNT_KEY, openTestHub, READER_KEY, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"
const TOKEN = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"
const drop = { amount: 1, category: "SAFE_DROP" }
let session = 0

/** Each of its own session and its own start, so that none is another's shift. */
function close(more: object = {}) {
  session += 1
  return {
    storeId: STORE,
    currency: "USD",
    sessionExternalId: `s-${session}`,
    declaredCash: 113,
    openingBalance: 100,
    shiftStart: new Date(Date.parse("2026-11-21T12:00:00.000Z") + session * 1000).toISOString(),
    shiftEnd: "2026-11-21T16:00:00-05:00",
    reason: "OTHER",
    ...more,
  }
}

eachDatabase((_engine, open) => {
  describe("cash close, version 2, row by row", () => {
    let hub: TestHub
    const post = (more: object = {}, key?: string) => hub.call("POST", CASH, close(more), key)

    beforeAll(async () => {
      hub = await openTestHub(open)
      for (const operator of ["ana", "luis"]) {
        const response = await hub.call("POST", ORDERS, orderBody())
        await hub.call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({ operator }))
      }
      const body = orderBody({ paid: "CASH", total: 80 })
      await hub.call("POST", ORDERS, { ...body, payments: { ...body.payments, currencyCode: "VES" } })
      const response = await hub.call("POST", ORDERS, orderBody())
      await hub.call(
        "POST",
        `${ORDERS}/${response.body.data.id}/confirm-payment`,
        charge({ operator: "card", method: "CARD" }),
      )
    })

    test.each<[string, object, object]>([
      ["no cashier: the whole drawer", {}, { systemCash: 113, discrepancyType: "MATCH", operatorUid: null }],
      [
        "a cashier: her sales alone",
        { operatorUid: "ana", declaredCash: 106.5 },
        { systemCash: 106.5, operatorUid: "ana" },
      ],
      [
        "another currency",
        { currency: "VES", openingBalance: 0, declaredCash: 80 },
        { currency: "VES", systemCash: 80 },
      ],
      ["a window before the sales", { shiftEnd: "2026-11-21T12:31:00-05:00", declaredCash: 100 }, { systemCash: 100 }],
      ["no float", { openingBalance: 0, declaredCash: 13 }, { openingBalance: 0, systemCash: 13 }],
      [
        "an offset: normalized to UTC",
        { shiftStart: "2026-11-21T05:30:00-05:00" },
        { shiftStart: "2026-11-21T10:30:00.000Z", shiftEnd: "2026-11-21T21:00:00.000Z" },
      ],
      [
        "moments without seconds",
        {
          shiftStart: "2026-11-21T05:31-05:00",
          shiftEnd: "2026-11-21T16:00-05:00",
          withdrawals: [{ ...drop, withdrawnAt: "2026-11-21T12:00-05:00" }],
        },
        {
          shiftStart: "2026-11-21T10:31:00.000Z",
          shiftEnd: "2026-11-21T21:00:00.000Z",
          details: { withdrawals: [{ withdrawn_at: "2026-11-21T17:00:00.000Z" }] },
        },
      ],
      ["no day: the current one", {}, { businessDayDate: "2026-11-21", details: { post_close: false } }],
      ["another day", { businessDayDate: "2026-11-19" }, { businessDayDate: "2026-11-19" }],
      [
        "names",
        { operatorName: "Ana", terminalUid: "pos-1", notes: "n" },
        { terminalUid: "pos-1", details: { operator_name: "Ana", notes: "n" } },
      ],
      [
        "an authorization",
        { authorizationTokenId: TOKEN },
        { authorizationTokenId: TOKEN, details: { authorization: null } },
      ],
      [
        "a shortage with any reason",
        { declaredCash: 100, reason: "THEFT_SUSPECTED" },
        { discrepancy: -13, discrepancyType: "SHORTAGE" },
      ],
      ["an overage with OTHER", { declaredCash: 120 }, { discrepancy: 7, discrepancyType: "OVERAGE" }],
      ["the float taken off, as in version 1: short by the float", { declaredCash: 13 }, { discrepancy: -100 }],
      [
        "100 withdrawals",
        { withdrawals: Array(100).fill(drop), declaredCash: 13 },
        { withdrawalsTotal: 100, systemCash: 13 },
      ],
      [
        "a withdrawal OTHER with notes",
        { withdrawals: [{ ...drop, category: "OTHER", notes: "velas" }] },
        {
          details: {
            withdrawals: [
              {
                amount: 1,
                category: "OTHER",
                withdrawn_at: null,
                authorizer_uid: null,
                authorizer_name: null,
                notes: "velas",
              },
            ],
          },
        },
      ],
      [
        "decimal strings",
        { declaredCash: "112.50", openingBalance: "100", withdrawals: [{ ...drop, amount: "0.50" }] },
        { declaredCash: 112.5, openingBalance: 100, withdrawalsTotal: 0.5, discrepancyType: "MATCH" },
      ],
      ["everything taken out", { withdrawals: [{ ...drop, amount: 113 }], declaredCash: 0 }, { systemCash: 0 }],
      [
        "a cashier who sold by card alone, and is over",
        { operatorUid: "card", declaredCash: 101 },
        { systemCash: 100, discrepancy: 1 },
      ],
      [
        "a cashier without sales who declares the float",
        { operatorUid: "nobody", declaredCash: 100 },
        { systemCash: 100 },
      ],
    ])("accepts %s", async (_what, more, expected) => {
      const answer = await post(more)
      expect([answer.status, answer.body]).toMatchObject([201, { success: true, data: { apiVersion: 2, ...expected } }])
    })

    test.each<[string, object, string]>([
      ["no store", { storeId: undefined }, "storeId"],
      ["a currency that is none", { currency: "dollars" }, "currency"],
      ["no session", { sessionExternalId: undefined }, "sessionExternalId"],
      ["no count", { declaredCash: undefined }, "declaredCash"],
      ["a count below nothing", { declaredCash: -0.01 }, "declaredCash"],
      ["a count of three decimals", { declaredCash: 1.005 }, "declaredCash"],
      ["a count below nothing as text", { declaredCash: "-0.01" }, "declaredCash"],
      ["a count of three decimals as text", { declaredCash: "1.005" }, "declaredCash"],
      ["a float of three decimals as text", { openingBalance: "1.005" }, "openingBalance"],
      ["no float", { openingBalance: undefined }, "openingBalance"],
      ["a float below nothing", { openingBalance: -1 }, "openingBalance"],
      ["a float of three decimals", { openingBalance: 1.005 }, "openingBalance"],
      ["no start", { shiftStart: undefined }, "shiftStart"],
      ["a start without an offset", { shiftStart: "2026-11-21T08:00:00" }, "shiftStart"],
      ["an end before the start", { shiftEnd: "2026-11-21T06:00:00-05:00" }, "shiftEnd"],
      ["no reason", { reason: undefined }, "reason"],
      ["an overage with another reason", { declaredCash: 120, reason: "COUNTING_ERROR" }, "reason"],
      ["101 withdrawals", { withdrawals: Array(101).fill(drop) }, "withdrawals"],
      ["a withdrawal of nothing", { withdrawals: [{ ...drop, amount: 0 }] }, "withdrawals.0.amount"],
      ["a withdrawal of nothing as text", { withdrawals: [{ ...drop, amount: "0.00" }] }, "withdrawals.0.amount"],
      ["a withdrawal below nothing as text", { withdrawals: [{ ...drop, amount: "-1" }] }, "withdrawals.0.amount"],
      ["a withdrawal of three decimals", { withdrawals: [{ ...drop, amount: 1.005 }] }, "withdrawals.0.amount"],
      [
        "a withdrawal for something unknown",
        { withdrawals: [{ ...drop, category: "PARTY" }] },
        "withdrawals.0.category",
      ],
      ["a withdrawal OTHER without notes", { withdrawals: [{ ...drop, category: "OTHER" }] }, "withdrawals.0.notes"],
      [
        "a withdrawal with 501 characters of notes",
        { withdrawals: [{ ...drop, notes: "x".repeat(501) }] },
        "withdrawals.0.notes",
      ],
      ["more taken out than there was", { withdrawals: [{ ...drop, amount: 113.01 }] }, "withdrawals"],
      ["money from sales of a cashier without any", { operatorUid: "nobody", declaredCash: 106.5 }, "operatorUid"],
      ["a day that is none", { businessDayDate: "2026-02-30" }, "businessDayDate"],
      ["a day that has not begun", { businessDayDate: "2026-11-22" }, "businessDayDate"],
      ["notes beyond 2000 characters", { notes: "x".repeat(2001) }, "notes"],
      ["an authorization that is no UUID", { authorizationTokenId: "t" }, "authorizationTokenId"],
    ])("refuses %s", async (_what, more, path) => {
      const answer = await post(more)
      expect([answer.status, answer.body.error]).toEqual([400, "VALIDATION_ERROR"])
      expect(answer.body.details.map((fault: { path: string }) => fault.path)).toContain(path)
    })

    it("a session closes once in each of its currencies", async () => {
      const body = close({ declaredCash: 100, openingBalance: 100, currency: "EUR" })
      expect((await hub.call("POST", CASH, body)).status).toBe(201)
      const other = { ...body, currency: "VES", openingBalance: 0, declaredCash: 80 }
      expect((await hub.call("POST", CASH, other)).body.data).toMatchObject({ systemCash: 80, currency: "VES" })
      for (const again of [body, other]) {
        const answer = await hub.call("POST", CASH, again)
        expect([answer.status, answer.body.error, answer.body.data.sessionExternalId]).toEqual([
          409,
          "CONFLICT",
          body.sessionExternalId,
        ])
        expect(answer.body.message).toMatch(/not an error/)
      }
    })

    it("a shift closes once, whatever id it is sent under; another cashier's is another shift", async () => {
      const body = close({ operatorUid: "ana", declaredCash: 106.5 })
      expect((await hub.call("POST", CASH, body)).status).toBe(201)
      const renamed = await hub.call("POST", CASH, { ...body, sessionExternalId: `${body.sessionExternalId}-again` })
      expect([renamed.status, renamed.body.message]).toEqual([409, expect.stringMatching(/closes once/)])
      const luis = { ...body, operatorUid: "luis", sessionExternalId: `${body.sessionExternalId}-luis` }
      expect((await hub.call("POST", CASH, luis)).status).toBe(201)
    })

    it("has no list of its own, and needs a vendor and the scope", async () => {
      expect((await hub.call("GET", CASH)).status).toBe(405)
      for (const key of [ACCOUNT_KEY, READER_KEY]) expect((await post({}, key)).status).toBe(403)
    })
  })
})
