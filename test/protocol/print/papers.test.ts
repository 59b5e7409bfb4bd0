/** The papers of a store, from orders, shifts and days on record. */
import { describe, expect, it } from "vitest"
import { dayClosePaper, localeOf, receiptPaper, testPaper } from "../../../protocol/print/papers.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import { anId, aSettledOrder, aStore, aTender, NOON, STORE_ID } from "../../kit/orders.ts"

const request = { jobId: anId(), width: 42 } as const
const day: BusinessDay = {
  storeId: STORE_ID,
  businessDayDate: "2026-11-21",
  status: "closed",
  openedAt: NOON,
  closedAt: NOON,
  figures: [],
}

describe("a receipt", () => {
  it("tells the change that the register gave, and none when it told none", () => {
    const order = aSettledOrder({ total: "6.5000" }, [aTender()])
    const paid = { ...order, metadata: { ...order.metadata, change: "35000" } }
    expect(receiptPaper(aStore(), paid, request).paper.plainText).toMatch(/Cambio\s+3,50/)
    expect(receiptPaper(aStore(), order, request).paper.plainText).not.toContain("Cambio")
  })

  it.each(["-1", "1e9", "much", "0", ""])("takes %j for no change", (change) => {
    const order = aSettledOrder({ total: "6.5000" }, [aTender()])
    const odd = { ...order, metadata: { ...order.metadata, change } }
    expect(receiptPaper(aStore(), odd, request).paper.plainText).not.toContain("Cambio")
  })

  it("of a cancelled order says how fresh it is", () => {
    const cancelled = { ...aSettledOrder({ total: "6.5000" }, [aTender()]), status: "CANCELLED" as const }
    expect(receiptPaper(aStore(), cancelled, request).freshness.isCancelled).toBe(true)
  })
})

describe("a day close", () => {
  it("keeps its fingerprint at every width, and changes it with the report", () => {
    const at = (width: 32 | 48, closedAt: string) =>
      dayClosePaper(aStore(), { day: { ...day, closedAt }, closes: [] }, { ...request, width }).freshness.fingerprint
    expect(at(32, NOON)).toBe(at(48, NOON))
    expect(at(32, NOON)).not.toBe(at(32, "2026-11-21T20:00:00.000Z"))
  })

  it("falls back to the seed, and says so, when another template is asked for", () => {
    const ask = (more: object) => dayClosePaper(aStore(), { day, closes: [] }, { ...request, ...more }).warnings
    expect(ask({})).toEqual([])
    expect(ask({ templateVersion: 1 })).toEqual([])
    expect(ask({ templateId: "mine" })).toEqual(["TEMPLATE_FELL_BACK_TO_SEED"])
    expect(ask({ templateVersion: 99 })).toEqual(["TEMPLATE_VERSION_AMBIGUOUS", "TEMPLATE_FELL_BACK_TO_SEED"])
  })
})

it("a paper is in the language of the store's country", () => {
  expect(localeOf({ countryCode: "BR" })).toBe("pt-BR")
  expect(localeOf({ countryCode: "EC" })).toBe("es-EC")
  expect(localeOf({ countryCode: null })).toBe("es")
  const printer = { id: "tcp://1.2.3.4:9100", profile: "Generic", width: 42, codepage: "auto" }
  const page = (countryCode: "BR" | "EC") =>
    testPaper(aStore({ countryCode }), printer, { ...request, now: NOON }).paper.plainText
  expect(page("BR")).not.toBe(page("EC"))
})
