/** Which point and number a document gets, and what is said when it gets none. */
import { describe, expect, it } from "vitest"
import {
  candidatesOf,
  type NumberingContext,
  type NumberingRequest,
  numberDocument,
  readNumbering,
} from "../../../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { Store } from "../../../../protocol/shapes/store.ts"
import { accepted, aStore } from "../../../kit/orders.ts"

const LEGAL = { legalName: "Acme", govIdType: "RUC", govIdNumber: "1790012344001" }
const HUB = { establishment: "001", emissionPoint: "001", side: "hub" }
const BOX = { establishment: "001", emissionPoint: "002", side: "appliance" }
const NEXT = { establishment: "001", emissionPoint: "003", side: "appliance" }

const asked: NumberingRequest = {
  operation: "ISSUE",
  orderId: "o-1",
  orderCode: "A-1",
  buyer: null,
  totals: { total: 65_000, tax: 8_478 },
  currencyCode: "USD",
  metadata: null,
  invoice: null,
}

function place(fiscal: object | null, over: Partial<NumberingContext> = {}): NumberingContext {
  const store: Store = aStore({ legal: LEGAL, fiscal: fiscal && { environment: "SANDBOX", ...fiscal } })
  const requestId = "0190a000-0000-7000-8000-000000000001"
  return { store, side: "appliance", mode: "CONTINGENCY", requestId, now: "2026-11-21T18:00:00.000Z", ...over }
}

function number(at: NumberingContext, last: Readonly<Record<string, number>> = {}, what = asked) {
  const candidates = candidatesOf(what, at)
  const lastOf = (key: string) => Object.entries(last).find(([end]) => key.includes(end))?.[1] ?? null
  return numberDocument(what, at, { candidates, lastOf })
}

describe("fiscal number", () => {
  it("follows the last one of the side's first point", () => {
    const { record, drawn } = number(place({ points: [HUB, BOX, NEXT] }), { "001:002": 41 })
    expect(drawn?.sequence).toBe(42)
    expect(record.representation.documentNumber).toBe("001-002-000000042")
    expect(record).toMatchObject({
      requestStatus: "GENERATED",
      side: "appliance",
      sequence: 42,
      sequenceKey: drawn?.key,
    })
  })

  it("comes from the next point once a range is used up", () => {
    const { drawn, record } = number(place({ points: [BOX, NEXT] }), { "001:002": 999_999_999 })
    expect([drawn?.sequence, record.representation.documentNumber]).toEqual([1, "001-003-000000001"])
  })

  it("has another sequence per company, document type and environment", () => {
    const keyOf = (at: NumberingContext, what = asked) => number(at, {}, what).drawn?.key
    const invoice = number(place({ points: [BOX] })).record
    const keys = [
      keyOf(place({ points: [BOX] })),
      keyOf(place({ points: [BOX], environment: "PRODUCTION" })),
      keyOf(place({ points: [BOX] }), { ...asked, operation: "CANCEL", invoice }),
    ]
    expect(new Set(keys).size).toBe(3)
  })

  it("is the same for the same request", () => {
    expect(number(place({ points: [BOX] }))).toEqual(number(place({ points: [BOX] })))
  })
})

describe("numbering fails without drawing a number", () => {
  it.each([
    ["numbering is off", null, "FISCAL_NOT_CONFIGURED"],
    ["the side has no point", { points: [HUB] }, "FISCAL_NOT_CONFIGURED"],
    ["its point is wrong", { points: [{ ...BOX, emissionPoint: "x" }] }, "FISCAL_POINT_INVALID"],
    ["its points are another box's", { points: [HUB], pointsUsedUp: true }, "FISCAL_POINT_INVALID"],
  ])("%s", (_what, fiscal, code) => {
    const { record, drawn } = number(place(fiscal))
    expect(drawn).toBeNull()
    expect(record).toMatchObject({ requestStatus: "FAILED", sequence: null, representation: { failure: { code } } })
  })

  it("when every range is used up", () => {
    const { record } = number(place({ points: [BOX] }), { "001:002": 999_999_999 })
    expect(record.representation.failure?.code).toBe("FISCAL_RANGE_EXHAUSTED")
  })

  it("when the buyer's document is wrong", () => {
    const buyer = { name: "Ana", govIdType: "RUC", govIdNumber: "1" }
    expect(number(place({ points: [BOX] }), {}, { ...asked, buyer }).record.representation.failure?.code).toBe(
      "FISCAL_BUYER_INVALID",
    )
  })
})

describe("numbering request", () => {
  const body = { operation: "ISSUE" as const, orderId: "o-1", totals: { total: "6.50", tax: 0.85 } }

  it("is scaled, with the store's currency by default", () => {
    const read = accepted<NumberingRequest>(readNumbering(body, { invoice: null, store: { currency: "USD" } }))
    expect(read).toMatchObject({ totals: { total: 65_000, tax: 8_500 }, currencyCode: "USD", buyer: null })
  })

  it.each([
    [{ totals: undefined }, "totals.total"],
    [{ totals: { total: "1.23456" } }, "totals.total"],
    [{ totals: { total: -1 } }, "totals.total"],
    [{ totals: { total: 1, tax: 2 } }, "totals.tax"],
  ])("with %j is refused with its path", (over, path) => {
    const refused = readNumbering({ ...body, ...over } as typeof body, { invoice: null, store: { currency: "USD" } })
    expect(refused).toMatchObject({ refused: "VALIDATION_ERROR", details: [{ path }] })
  })

  it("for a void takes totals and buyer from the invoice", () => {
    const invoice = number(place({ points: [BOX] })).record
    const read = readNumbering(
      { ...body, operation: "CANCEL", totals: { total: 99 } },
      { invoice, store: { currency: "USD" } },
    )
    expect(accepted<NumberingRequest>(read)).toMatchObject({ totals: { total: 65_000, tax: 8_478 }, invoice })
  })
})
