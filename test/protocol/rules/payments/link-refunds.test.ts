import { describe, expect, it } from "vitest"
import { figuresOf } from "../../../../protocol/rules/business-day/day-close.ts"
import { recordLinkRefunds } from "../../../../protocol/rules/payments/link-refunds.ts"
import type { AttemptStatus } from "../../../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aStore, aTender } from "../../../kit/orders.ts"

const NEXT_NOON = "2026-11-22T17:00:00.000Z"
const ID = "01a1ff43-dd00-75bb-8174-b7b3b4791b79"
const SOLD = aSettledOrder({}, [aTender({ transaction_id: ID, method: "LINK" })])

function refund(order: OrderRecord, status: AttemptStatus = "refunded") {
  const names = { attemptId: ID, slot: 1, attemptNumber: 1, methodCode: "LINK", paymentLink: null }
  const intent = { attempts: [{ ...names, status, amount: 6.5, currency: "USD", errorDescription: null }] }
  const how = { businessDayDate: "2026-11-22", providerOf: () => "sandbox", now: NEXT_NOON }
  return recordLinkRefunds(order, { intent, ...how })
}

describe("refund of a payment link", () => {
  it("is recorded once on the order, which stays completed", () => {
    const refunded = refund(SOLD)
    expect(refunded).toMatchObject({
      ...{ status: "COMPLETED", paymentStatus: "SUCCEEDED", metadata: { refunded: "65000" } },
      refunds: [
        {
          ...{ refundId: ID, at: NEXT_NOON, businessDayDate: "2026-11-22", approvedBy: null, amount: "65000" },
          tenders: [{ method: "LINK", amount: "65000", provider: "sandbox" }],
        },
      ],
    })
    expect(refunded && refund(refunded)).toBeNull()
  })

  it("is recorded for an order that came prepaid by that link", () => {
    expect(refund(anOrder({ channel: "WEB", prepaid: { LINK: 6.5 } }))?.refunds).toHaveLength(1)
  })

  it.each([
    ["is still on its way back", SOLD, "solving" as const],
    ["never paid for the order", aSettledOrder({}, [aTender()]), "refunded" as const],
    ["is its cancellation's own", { ...SOLD, status: "CANCELLED" as const }, "refunded" as const],
    ["belongs to an order that is not paid", anOrder(), "refunded" as const],
  ])("is not recorded when the money %s", (_what, order, status) => {
    expect(refund(order, status)).toBeNull()
  })

  it("belongs to its own day and leaves the sale's day unchanged", () => {
    const refunded = refund(SOLD) as OrderRecord
    const [figures] = figuresOf([refunded], aStore())
    expect(figures).toMatchObject({
      ...{ transactions: 1, gross: 65_000, methods: [{ code: "LINK", amount: 65_000 }] },
      refunds: [{ code: "LINK", transactions: 1, amount: 65_000 }],
    })
    expect(figuresOf([SOLD], aStore())[0]).not.toHaveProperty("refunds")
  })
})
