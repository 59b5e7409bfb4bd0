import { expect, it } from "vitest"
import type { RowKind } from "../../../../protocol/rules/business-day/day-rows.ts"
import { totalsOfRows, type ZonedRow } from "../../../../protocol/rules/business-day/day-totals.ts"

const row = (kind: RowKind, code: string, amount: number, more: Partial<ZonedRow> = {}): ZonedRow => ({
  businessDayDate: "2026-11-21",
  currencyCode: "BRL",
  kind,
  code,
  rate: "",
  transactions: 1,
  amount,
  timeZone: "America/Sao_Paulo",
  ...more,
})

it("totalsOfRows adds up stores, with hours on each store's clock and the night last", () => {
  const manaus = { timeZone: "America/Manaus" }
  const rows = [
    row("channel", "POS", 100),
    row("channel", "KIOSK", 250, manaus),
    row("channel", "POS", 999, { currencyCode: "USD" }),
    row("method", "CARD", 300),
    row("method", "CASH", 50),
    row("quarter", "2026-11-21T15:00", 100),
    row("quarter", "2026-11-21T16:15", 250, manaus),
    row("quarter", "2026-11-22T03:30", 40),
    row("extra", "TIP", 7),
    row("cancelled", "", 30),
  ]
  const totals = totalsOfRows(rows, "BRL")
  expect(totals).toMatchObject({ transactions: 2, amount: 350, averageTicket: 175, tips: 7, tax: 0 })
  expect(totals.hours).toEqual([
    { hour: 12, transactions: 2, amount: 350 },
    { hour: 0, transactions: 1, amount: 40 },
  ])
  expect(totals.channels.map(({ code }) => code)).toEqual(["KIOSK", "POS"])
  expect(totals.methods[0]).toEqual({ code: "CARD", transactions: 1, amount: 300 })
  expect([totals.cancellations, totals.forceClosed]).toEqual([
    { transactions: 1, amount: 30 },
    { transactions: 0, amount: 0 },
  ])
})

it("totalsOfRows returns zeros without rows", () => {
  expect(totalsOfRows([], "USD")).toMatchObject({ transactions: 0, amount: 0, averageTicket: 0, hours: [] })
})
