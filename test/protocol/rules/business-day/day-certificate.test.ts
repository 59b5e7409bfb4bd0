import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { certifyDay, isSameCertificate, shownHash } from "../../../../protocol/rules/business-day/day-certificate.ts"
import { anOrder } from "../../../kit/orders.ts"

const TENDER = {
  transactionId: "t-1",
  status: "approved",
  amount: "65000",
  currencyCode: "USD",
  method: "CASH",
} as const
const unpaid = (orderExternal: string) => ({ ...anOrder(), orderExternal, orderCode: "T-1", payments: [] })
const paid = (orderExternal: string) => ({
  ...unpaid(orderExternal),
  payments: [{ ...TENDER, occurredAt: "2026-11-21T17:30:00.000Z" }],
})

describe("day certificate", () => {
  it("has the hash of an empty text for a day without orders", () => {
    expect(certifyDay([])).toEqual({ orders: 0, tenders: 0, hash: createHash("sha256").digest("hex") })
  })

  it("does not depend on the order in which orders are read", () => {
    expect(isSameCertificate(certifyDay([paid("b"), paid("a")]), certifyDay([paid("a"), paid("b")]))).toBe(true)
    expect(certifyDay([paid("a"), paid("b")])).toMatchObject({ orders: 2, tenders: 2 })
  })

  it.each([
    ["an order that is missing", [paid("a")]],
    ["an order that is there twice", [paid("a"), paid("b"), paid("b")]],
    ["a tender that is missing", [paid("a"), unpaid("b")]],
    ["another status", [paid("a"), { ...paid("b"), status: "CANCELLED" as const }]],
    ["another amount", [paid("a"), { ...paid("b"), paymentMethods: [{ method: "CASH", amount: "1" }] }]],
  ])("changes with %s", (_what, orders) => {
    expect(isSameCertificate(certifyDay(orders), certifyDay([paid("a"), paid("b")]))).toBe(false)
  })

  it("does not include reports that only the hub receives", () => {
    const told = { ...paid("a"), aggregator: { status: "PICKED_UP" }, fiscal: { status: "authorized" } }
    expect(isSameCertificate(certifyDay([told]), certifyDay([paid("a")]))).toBe(true)
  })

  it("shows the first digits of its hash in groups", () => {
    expect(shownHash({ hash: `9f3a02c7b1d458e6${"0".repeat(48)}` })).toBe("9f3a 02c7 b1d4 58e6")
  })
})
