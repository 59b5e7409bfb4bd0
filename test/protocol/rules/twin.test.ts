/** One sale that hub and store both took in: what the hub's means for the store's, as a table. */
import { describe, expect, it } from "vitest"
import { meetTwin } from "../../../protocol/rules/twin.ts"
import { anOrder, aSettledOrder, aTender, NOON } from "../../kit/orders.ts"

const SALE = { orderId: "both" }
const TENDER = aTender({ transaction_id: "at-the-hub", operator_uid: "c-7" })
const unpaid = anOrder(SALE)
const paid = aSettledOrder(SALE, [TENDER])
const paidOtherwise = aSettledOrder(SALE, [aTender({ transaction_id: "in-the-store" })])
const prepaid = anOrder({ ...SALE, prepaid: { CASH: "6.5" } })
const cancelled = { ...unpaid, status: "CANCELLED" as const }

describe("a sale that both sides took in", () => {
  it.each([
    ["unpaid on both", unpaid, unpaid, "same"],
    ["paid in the store alone", paidOtherwise, unpaid, "same"],
    ["prepaid on both", prepaid, prepaid, "same"],
    ["charged with one tender on both", paid, paid, "same"],
    ["cancelled on both", cancelled, cancelled, "same"],
    ["charged on both, with a tender each", paidOtherwise, paid, "apart"],
    ["charged at the hub, of another total in the store", anOrder({ ...SALE, total: 9 }), paid, "apart"],
    ["charged at the hub, cancelled in the store", cancelled, paid, "apart"],
    ["prepaid at the hub alone", unpaid, prepaid, "apart"],
    ["cancelled at the hub alone", unpaid, cancelled, "apart"],
  ])("%s: %s", (_what, own, hubs, is) => {
    expect(meetTwin(own, hubs, NOON).is).toBe(is)
  })

  it("takes the hub's tenders as they were charged, cashier and all", () => {
    const met = meetTwin(unpaid, paid, NOON)
    expect(met).toMatchObject({ is: "settled", change: { order: { id: unpaid.id, status: "COMPLETED" } } })
    expect(met.is === "settled" && met.change.order.payments).toEqual(paid.payments)
  })
})
