import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  type CashDayCloseInput,
  closeCashDay,
  daysOfList,
  REPEAT_MS,
} from "../../../../protocol/rules/cash/cash-day.ts"
import { CashReconciliation } from "../../../../protocol/shapes/cash-close.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { accepted, anId, NOON, STORE_ID, TENANT } from "../../../kit/orders.ts"

const TODAY = "2026-11-21"

function close(
  over: Partial<Omit<CashDayCloseInput, "request">> = {},
  request: Partial<CashDayCloseInput["request"]> = {},
) {
  return closeCashDay({
    request: { storeId: STORE_ID, currency: "USD", declaredCash: 6.5, reason: "OTHER", ...request },
    cashSales: 65_000,
    day: { businessDayDate: TODAY, closed: false, hasBegun: true },
    known: [],
    tenant: TENANT,
    id: anId(),
    reportedBy: "apikey:k-1",
    now: NOON,
    ...over,
  })
}

const recordOf = (...given: Parameters<typeof close>) =>
  accepted<{ record: CashReconciliation; isNew: boolean }>(close(...given))

describe("cash count of a day", () => {
  test.each([
    ["that matches", 65_000, 6.5, [0, "MATCH"]],
    ["that is short", 65_000, 6.49, [-0.01, "SHORTAGE"]],
    ["that is over, with any reason", 65_000, 6.51, [0.01, "OVERAGE"]],
    ["of a day without sales", 0, 0, [0, "MATCH"]],
    ["of more given back than taken", -65_000, 0, [6.5, "OVERAGE"]],
    ["of sales finer than a cent", 65_055, 6.51, [0, "MATCH"]],
    ["of sales below half a cent", 65_049, 6.5, [0, "MATCH"]],
    ["of half a cent more given back than taken", -65_050, 0, [6.51, "OVERAGE"]],
  ] as const)("%s", (_what, cashSales, declaredCash, [discrepancy, discrepancyType]) => {
    const { record, isNew } = recordOf({ cashSales }, { declaredCash, reason: "COUNTING_ERROR" })
    const systemCash = (Math.round(declaredCash * 100) - Math.round(discrepancy * 100)) / 100
    expect(record).toMatchObject({ systemCash, declaredCash, discrepancy, discrepancyType })
    expect(isNew).toBe(true)
    expect(createValidator().check(CashReconciliation, record)).toEqual([])
  })

  it("tells whether the day was closed before", () => {
    expect(recordOf({ day: { businessDayDate: TODAY, closed: true, hasBegun: true } }).record.details.post_close).toBe(
      true,
    )
  })

  it.each([6.505, "6.505"])("is refused with more than two decimals: %j", (declaredCash) => {
    const answer = close({}, { declaredCash })
    expect(isRefusal(answer) && answer.details?.[0]?.path).toBe("declaredCash")
  })

  it("is refused for a day that has not begun", () => {
    const answer = close({ day: { businessDayDate: "2026-11-22", closed: false, hasBegun: false } })
    expect(isRefusal(answer) && answer.details?.[0]?.path).toBe("businessDayDate")
  })

  it("accepts a decimal string", () => {
    expect(recordOf({}, { declaredCash: "6.50" }).record).toMatchObject({ declaredCash: 6.5, discrepancyType: "MATCH" })
  })
})

describe("repeated count of a day", () => {
  const first = recordOf().record
  const later = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString()
  test.each<[string, Parameters<typeof close>, boolean]>([
    ["within minutes are a repeat", [{ known: [first], now: later(REPEAT_MS - 1) }], false],
    ["within minutes are a repeat, as text too", [{ known: [first] }, { declaredCash: "6.50" }], false],
    ["later are another count", [{ known: [first], now: later(REPEAT_MS) }], true],
    ["by another key are another count", [{ known: [first], reportedBy: "apikey:k-2" }], true],
    ["of a cashier are another count", [{ known: [first] }, { operatorUid: "ana" }], true],
    ["with another sum are another count", [{ known: [first] }, { declaredCash: 6 }], true],
    ["with a note are another count", [{ known: [first] }, { notes: "x" }], true],
    ["with an authorization are another count", [{ known: [first] }, { authorizationTokenId: anId() }], true],
  ])("%s", (_what, given, isNew) => {
    const answer = recordOf(...given)
    expect([answer.isNew, answer.record.id === first.id]).toEqual([isNew, !isNew])
  })
})

test.each<[string, Parameters<typeof daysOfList>[0], [string, string] | string]>([
  ["nothing is today", { storeId: STORE_ID }, [TODAY, TODAY]],
  ["a day", { storeId: STORE_ID, businessDayDate: "2026-11-01" }, ["2026-11-01", "2026-11-01"]],
  ["a range", { storeId: STORE_ID, from: "2026-11-01", to: "2026-11-02" }, ["2026-11-01", "2026-11-02"]],
  ["from alone is until today", { storeId: STORE_ID, from: "2026-11-01" }, ["2026-11-01", TODAY]],
  ["from tomorrow is tomorrow", { storeId: STORE_ID, from: "2026-11-22" }, ["2026-11-22", "2026-11-22"]],
  ["to alone is that day", { storeId: STORE_ID, to: "2026-11-02" }, ["2026-11-02", "2026-11-02"]],
  ["both are refused", { storeId: STORE_ID, businessDayDate: TODAY, to: TODAY }, "businessDayDate"],
  ["a range backwards is refused", { storeId: STORE_ID, from: TODAY, to: "2026-11-20" }, "to"],
  ["ten years are taken", { storeId: STORE_ID, from: "2016-11-20", to: TODAY }, ["2016-11-20", TODAY]],
])("days of a list with %s", (_what, query, expected) => {
  const days = daysOfList(query, TODAY)
  expect(isRefusal(days) ? days.details?.[0]?.path : [days.from, days.to]).toEqual(expected)
})
