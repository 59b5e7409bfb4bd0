import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { type CashCloseInput, closeCash } from "../../../../protocol/rules/cash/cash-close.ts"
import { type CashCloseRequest, CashReconciliation } from "../../../../protocol/shapes/cash-close.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { aCashClose, accepted, anId, NOON, STORE_ID, TENANT } from "../../../kit/orders.ts"

const validator = createValidator()

interface Circumstances extends Partial<Omit<CashCloseInput, "request">> {
  readonly request?: Partial<CashCloseRequest>
}

function close({ request, ...over }: Circumstances = {}) {
  return closeCash({
    request: aCashClose(request),
    cashSales: 0,
    operatorHasSales: true,
    day: { businessDayDate: "2026-11-21", closed: false, hasBegun: true },
    existing: { bySession: null, byShift: null },
    tenant: TENANT,
    id: anId(),
    reportedBy: "apikey:k-1",
    now: NOON,
    ...over,
  })
}

const record = (circumstances: Circumstances = {}) => accepted<CashReconciliation>(close(circumstances))

function refusalOf(circumstances: Circumstances): unknown[] {
  const answer = close(circumstances)
  if (!isRefusal(answer)) return ["accepted"]
  return [answer.refused, ...(answer.details ?? []).map(({ path, message }) => `${path} ${message}`)]
}

describe("sums of a cash close include the float", () => {
  test.each([
    ["a drawer nobody sold from", { declaredCash: 100, openingBalance: 100 }, 0, [100, 0, "MATCH"]],
    ["float and sales", { declaredCash: 150.25, openingBalance: 100 }, 502_500, [150.25, 0, "MATCH"]],
    ["a shortage", { declaredCash: 150, openingBalance: 100 }, 502_500, [150.25, -0.25, "SHORTAGE"]],
    ["an overage", { declaredCash: 151, openingBalance: 100 }, 502_500, [150.25, 0.75, "OVERAGE"]],
    [
      "the float taken off, as v1 wanted",
      { declaredCash: 50.25, openingBalance: 100 },
      502_500,
      [150.25, -100, "SHORTAGE"],
    ],
    ["no float", { declaredCash: 0, openingBalance: 0 }, 0, [0, 0, "MATCH"]],
    ["sums that doubles get wrong", { declaredCash: 0.3, openingBalance: 0.1 }, 2_000, [0.3, 0, "MATCH"]],
    ["sales finer than a cent", { declaredCash: 106.51, openingBalance: 100 }, 65_055, [106.51, 0, "MATCH"]],
    ["sales below half a cent", { declaredCash: 106.5, openingBalance: 100 }, 65_049, [106.5, 0, "MATCH"]],
    ["half a cent of sales", { declaredCash: 6.51, openingBalance: 0 }, 65_050, [6.51, 0, "MATCH"]],
    ["half a cent given back: the sum is rounded", { declaredCash: 100, openingBalance: 100 }, -50, [100, 0, "MATCH"]],
  ] as const)("%s", (_, request, cashSales, [systemCash, discrepancy, discrepancyType]) => {
    expect(record({ request, cashSales })).toMatchObject({ systemCash, discrepancy, discrepancyType, ...request })
  })

  it("are the same for decimal strings", () => {
    const withdrawals = [{ amount: 40.25, category: "SAFE_DROP" as const }]
    const numbers = { declaredCash: 110, openingBalance: 100.5, withdrawals }
    const texts = {
      declaredCash: "110.00",
      openingBalance: "100.5000",
      withdrawals: [{ amount: "40.25", category: "SAFE_DROP" as const }],
    }
    const id = anId()
    expect(record({ request: texts, cashSales: 497_500, id })).toEqual(
      record({ request: numbers, cashSales: 497_500, id }),
    )
  })

  it("expect less after withdrawals", () => {
    const withdrawals = [
      { amount: 40, category: "SAFE_DROP" as const, withdrawnAt: "2026-11-21T11:00:00-05:00", authorizerUid: "boss" },
      { amount: 0.1 + 0.2, category: "OTHER" as const, notes: "velas", authorizerName: "La jefa" },
    ]
    const close = record({ request: { declaredCash: 109.7, withdrawals }, cashSales: 500_000 })
    expect([close.systemCash, close.withdrawalsTotal, close.discrepancyType]).toEqual([109.7, 40.3, "MATCH"])
    expect(close.details.withdrawals).toEqual([
      {
        amount: 40,
        category: "SAFE_DROP",
        withdrawn_at: "2026-11-21T16:00:00.000Z",
        authorizer_uid: "boss",
        authorizer_name: null,
        notes: null,
      },
      {
        amount: 0.3,
        category: "OTHER",
        withdrawn_at: null,
        authorizer_uid: null,
        authorizer_name: "La jefa",
        notes: "velas",
      },
    ])
  })

  it("may expect nothing after withdrawals", () => {
    const withdrawals = [{ amount: 150, category: "BANK_DEPOSIT" as const }]
    expect(record({ request: { declaredCash: 0, withdrawals }, cashSales: 500_000 }).systemCash).toBe(0)
  })

  it("always give discrepancy = declared - (float + sales - withdrawals)", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(cents, cents, cents, fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 5 }), (...drawn) => {
        const [declared, float, sales, drops] = drawn
        const withdrawals = drops.map((cents) => ({ amount: cents / 100, category: "SAFE_DROP" as const }))
        const expected = float + sales - drops.reduce((a, b) => a + b, 0)
        const answer = close({
          request: { declaredCash: declared / 100, openingBalance: float / 100, withdrawals },
          cashSales: sales * 100,
        })
        expect(isRefusal(answer)).toBe(expected < 0)
        if (isRefusal(answer)) return
        expect(Math.round(answer.systemCash * 100)).toBe(expected)
        expect(Math.round(answer.discrepancy * 100)).toBe(declared - expected)
        const type = declared === expected ? "MATCH" : declared < expected ? "SHORTAGE" : "OVERAGE"
        expect(answer.discrepancyType).toBe(type)
      }),
    )
  })
})

describe("record of a cash close", () => {
  it("has the contract's fields", () => {
    const authorizationTokenId = anId()
    const answer = record({
      request: {
        storeId: STORE_ID.toUpperCase(),
        operatorUid: "ana",
        operatorName: "Ana",
        terminalUid: "pos-1",
        notes: "sin novedad",
        reason: "COUNTING_ERROR",
        authorizationTokenId,
      },
    })
    expect(validator.check(CashReconciliation, answer)).toEqual([])
    expect(answer).toMatchObject({
      apiVersion: 2,
      ...TENANT,
      storeId: STORE_ID,
      businessDayDate: "2026-11-21",
      operatorUid: "ana",
      terminalUid: "pos-1",
      sessionExternalId: "2026-11-21-pos-1-1",
      shiftStart: "2026-11-21T13:00:00.000Z",
      shiftEnd: "2026-11-21T21:00:00.000Z",
      reportedBy: "apikey:k-1",
      reportedAt: NOON,
      authorizationTokenId,
      details: {
        reason: "COUNTING_ERROR",
        notes: "sin novedad",
        operator_name: "Ana",
        opening_balance: 100,
        authorization: null,
      },
    })
  })

  it("has null for fields that were not sent", () => {
    expect(record()).toMatchObject({
      operatorUid: null,
      terminalUid: null,
      authorizationTokenId: null,
      withdrawalsTotal: 0,
      details: { notes: null, operator_name: null, withdrawals: [], post_close: false },
    })
  })

  it("tells that the day was closed before", () => {
    const day = { businessDayDate: "2026-11-20", closed: true, hasBegun: true }
    expect(record({ day })).toMatchObject({ businessDayDate: "2026-11-20", details: { post_close: true } })
  })
})

describe("cash close is refused", () => {
  const DECIMALS = "must have at most 2 decimals, up to 1000000000"
  const drop = { amount: 1, category: "SAFE_DROP" as const }
  test.each<[string, Circumstances, string[]]>([
    [
      "of a day that has not begun",
      { day: { businessDayDate: "2026-11-22", closed: false, hasBegun: false } },
      ["businessDayDate is a day that has not begun"],
    ],
    ["a third decimal in the count", { request: { declaredCash: 100.001 } }, [`declaredCash ${DECIMALS}`]],
    ["a third decimal in the float", { request: { openingBalance: 100.001 } }, [`openingBalance ${DECIMALS}`]],
    [
      "a third decimal in a withdrawal",
      { request: { withdrawals: [drop, { ...drop, amount: 1.001 }] } },
      [`withdrawals.1.amount ${DECIMALS}`],
    ],
    ["a third decimal in a text", { request: { declaredCash: "100.001" } }, [`declaredCash ${DECIMALS}`]],
    [
      "a withdrawal of nothing",
      { request: { withdrawals: [drop, { ...drop, amount: "0.00" }] } },
      ["withdrawals.1.amount must be above 0"],
    ],
    ["a count that no drawer holds", { request: { declaredCash: 1e300 } }, [`declaredCash ${DECIMALS}`]],
    [
      "a shift that ends before it starts",
      { request: { shiftEnd: "2026-11-21T07:59:59-05:00" } },
      ["shiftEnd must be later than shiftStart"],
    ],
    [
      "a shift that ends as it starts, in another offset",
      { request: { shiftEnd: "2026-11-21T13:00:00Z" } },
      ["shiftEnd must be later than shiftStart"],
    ],
    [
      "a withdrawal OTHER without notes",
      { request: { withdrawals: [{ ...drop, category: "OTHER" }] } },
      ["withdrawals.0.notes is required when the category is OTHER"],
    ],
    [
      "a withdrawal OTHER with blank notes",
      { request: { withdrawals: [{ ...drop, category: "OTHER", notes: "  " }] } },
      ["withdrawals.0.notes is required when the category is OTHER"],
    ],
    [
      "several at once",
      { request: { declaredCash: 1.001, openingBalance: 1.001 } },
      [`declaredCash ${DECIMALS}`, `openingBalance ${DECIMALS}`],
    ],
    [
      "more withdrawn than there was",
      { request: { withdrawals: [{ ...drop, amount: 100.01 }] } },
      ["withdrawals are more than the float and the cash sales of the shift"],
    ],
    [
      "an overage with another reason",
      { request: { declaredCash: 100.01, reason: "COUNTING_ERROR" } },
      ["reason must be OTHER on an overage"],
    ],
    [
      "sales of a cashier without any",
      { request: { declaredCash: 101, operatorUid: "ana" }, operatorHasSales: false },
      ["operatorUid has no transactions, but money from sales is declared"],
    ],
    [
      "the same beside a withdrawal",
      { request: { declaredCash: 99.5, operatorUid: "ana", withdrawals: [drop] }, operatorHasSales: false },
      ["operatorUid has no transactions, but money from sales is declared"],
    ],
  ])("%s", (_, circumstances, faults) => {
    expect(refusalOf(circumstances)).toEqual(["VALIDATION_ERROR", ...faults])
  })

  test.each<[string, Circumstances]>([
    ["an overage with the reason OTHER", { request: { declaredCash: 120, reason: "OTHER" } }],
    ["a shortage with any reason", { request: { declaredCash: 90, reason: "THEFT_SUSPECTED" } }],
    ["a match with any reason", { request: { reason: "WRONG_CHANGE_GIVEN" } }],
    ["a cashier without sales who counts her float", { request: { operatorUid: "ana" }, operatorHasSales: false }],
    [
      "a cashier without sales who is short",
      { request: { declaredCash: 99, operatorUid: "ana" }, operatorHasSales: false },
    ],
    [
      "a cashier with cash sales, whatever is known of the day that the close names",
      { request: { declaredCash: 150, operatorUid: "ana" }, cashSales: 500_000, operatorHasSales: false },
    ],
    ["a drawer without a cashier", { request: { declaredCash: 101 }, operatorHasSales: false }],
  ])("does not happen for %s", (_, circumstances) => {
    expect(refusalOf(circumstances)).toEqual(["accepted"])
  })

  it("when the session id or the shift is closed already", () => {
    const first = record()
    const bySession = close({ existing: { bySession: first, byShift: first } })
    const byShift = close({ existing: { bySession: null, byShift: first } })
    for (const answer of [bySession, byShift]) {
      expect(isRefusal(answer) && [answer.refused, answer.data]).toEqual([
        "CONFLICT",
        { id: first.id, sessionExternalId: first.sessionExternalId },
      ])
    }
    expect(isRefusal(bySession) && bySession.message).toMatch(/on a retry this is not an error/)
    expect(isRefusal(byShift) && byShift.message).toMatch(/a shift closes once/)
  })

  it("for faults first, then for an existing close, then for its sums", () => {
    const existing = { bySession: record(), byShift: null }
    expect(refusalOf({ existing, request: { declaredCash: 1.001 } })[0]).toBe("VALIDATION_ERROR")
    expect(refusalOf({ existing, request: { declaredCash: 500, reason: "COUNTING_ERROR" } })[0]).toBe("CONFLICT")
  })
})
