/** What a charge's money does to its order: settle it, stand there already, go back, or wait for people. */
import { describe, expect, it } from "vitest"
import {
  type CollectedAttempt,
  placeCharge,
  tendersOfCharge,
} from "../../../../protocol/rules/payments/charge-placement.ts"
import { anOrder, aSettledOrder, aTender, NOON } from "../../../kit/orders.ts"

const link = (over: Partial<CollectedAttempt> = {}): CollectedAttempt => ({
  attemptId: "a-1",
  methodCode: "LINK",
  amount: 65_000,
  currency: "USD",
  paidAt: NOON,
  ...over,
})
const place = (order: ReturnType<typeof anOrder>, ...paid: CollectedAttempt[]) =>
  placeCharge(order, tendersOfCharge(paid.length > 0 ? paid : [link()]), NOON)

describe("money of a charge", () => {
  it("settles an open order with the attempts' ids", () => {
    const parts = [link({ amount: 40_000 }), link({ attemptId: "a-2", amount: 25_000 })]
    const placed = place(anOrder(), ...parts)
    expect(placed).toMatchObject({ is: "settled", change: { order: { status: "COMPLETED" } } })
    const ids = placed.is === "settled" ? placed.change.order.payments.map(({ transactionId }) => transactionId) : []
    expect(ids).toEqual(["a-1", "a-2"])
  })

  it("is known when it is reported again", () => {
    const first = place(anOrder())
    if (first.is !== "settled") throw new Error("not settled")
    expect(place(first.change.order)).toEqual({ is: "known" })
  })

  it.each([
    ["an order that came prepaid by the link", anOrder({ channel: "WEB", prepaid: { LINK: "6.5" } }), "known"],
    ["an order that came prepaid otherwise", anOrder({ channel: "WEB", prepaid: { CARD: "6.5" } }), "unplaced"],
    ["an order paid in cash", aSettledOrder({}, [aTender()]), "unplaced"],
    ["a cancelled order", { ...anOrder(), status: "CANCELLED" as const }, "unplaced"],
    ["a force-closed order", { ...anOrder(), status: "FORCE_CLOSED" as const }, "unplaced"],
    ["another total", anOrder({ total: 9 }), "unfit"],
    ["another currency", anOrder({ currencyCode: "COP" }), "unfit"],
  ])("%s: %s", (_what, order, is) => {
    expect(place(order).is).toBe(is)
  })
})
