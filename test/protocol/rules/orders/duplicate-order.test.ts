/** One sale that hub and store both took in: what the hub's means for the store's, as a table. */
import { describe, expect, it } from "vitest"
import { cancelOrder } from "../../../../protocol/rules/cancellation/cancel-order.ts"
import { decideDuplicate, toTenderConflicts } from "../../../../protocol/rules/orders/duplicate-order.ts"
import type { ChangedOrder } from "../../../../protocol/rules/orders/injection.ts"
import { conflictCause } from "../../../../protocol/rules/orders/order-conflicts.ts"
import type { Refund } from "../../../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { accepted, anOrder, aSettledOrder, aTender, DECLINE_REASONS, NOON } from "../../../kit/orders.ts"

const SALE = { orderId: "both" }
const TENDER = aTender({ transaction_id: "at-the-hub", operator_uid: "c-7" })
const CAUSE = conflictCause("AMOUNT_MISMATCH", "why")
const unpaid = anOrder(SALE)
const paid = aSettledOrder(SALE, [TENDER])
const paidOtherwise = aSettledOrder(SALE, [aTender({ transaction_id: "in-the-store" })])
const prepaid = anOrder({ ...SALE, prepaid: { CASH: "6.5" } })
const prepaidByCard = anOrder({ ...SALE, prepaid: { CARD: "6.5" } })
const cancelled = { ...unpaid, status: "CANCELLED" as const }

const RETURNED: Refund = { method: "CASH", amount: "65000", by: "provider", reference: "r-1" }

function cancel(order: OrderRecord, refunds: readonly Refund[] = []): OrderRecord {
  const cancellation = { reason: "No rider", type: null, note: null, group: "other", by: "apikey:k" } as const
  return accepted<ChangedOrder>(cancelOrder(order, { cancellation, refunds, now: NOON })).order
}

const meet = (own: OrderRecord, hubs: OrderRecord) =>
  decideDuplicate({ own, hubs, declineReasons: DECLINE_REASONS, now: NOON })

describe("sale that hub and store both accepted", () => {
  it.each([
    ["unpaid on both", unpaid, unpaid],
    ["paid in the store alone", paidOtherwise, unpaid],
    ["prepaid on both", prepaid, prepaid],
    ["charged with one tender on both", paid, paid],
    ["cancelled on both", cancelled, cancelled],
    ["cancelled in the store alone", cancelled, unpaid],
  ])("%s: the store's order does not change", (_what, own, hubs) => {
    expect(meet(own, hubs)).toEqual({ is: "same" })
  })

  it.each([
    ["charged on both, with a tender each", paidOtherwise, paid, "at-the-hub"],
    ["charged at the hub, of another total in the store", anOrder({ ...SALE, total: 9 }), paid, "at-the-hub"],
    ["charged at the hub, cancelled in the store", cancelled, paid, "at-the-hub"],
    ["charged at the hub, prepaid in the store", prepaid, paid, "at-the-hub"],
    ["prepaid at the hub alone", unpaid, prepaid, `${prepaid.id}/CASH`],
    ["prepaid with another method on each side", prepaidByCard, prepaid, `${prepaid.id}/CASH`],
  ])("%s: a conflict over the payment", (_what, own, hubs, key) => {
    const money = { amount: "65000", currencyCode: "USD", method: "CASH" }
    const conflict = { at: NOON, side: "hub", what: "payment", key, why: expect.stringMatching(/\w/), ...money }
    expect(meet(own, hubs)).toMatchObject({ is: "apart", conflicts: [conflict] })
  })

  it.each([
    ["open", unpaid],
    ["completed", paid],
  ])("cancelled at the hub, %s in the store: the store's rules decide", (_what, own) => {
    expect(meet(own, cancelled)).toEqual({ is: "cancelled", conflicts: [] })
  })

  describe("prepaid at the hub and cancelled there", () => {
    const web = { ...SALE, channel: "WEB" }
    const unpaid = anOrder(web)
    const prepaid = anOrder({ ...web, prepaid: { CASH: "6.5" } })
    const prepaidByCard = anOrder({ ...web, prepaid: { CARD: "6.5" } })
    const hubs = cancel(prepaid)
    const keys = [`${hubs.id}/CASH`]

    it.each([
      ["open in the store", unpaid, "cancelled", keys],
      ["paid in the store", paid, "cancelled", keys],
      ["prepaid in the store with the same money", prepaid, "cancelled", []],
      ["prepaid in the store with other money", prepaidByCard, "cancelled", keys],
      ["cancelled in the store, which took nothing", cancelled, "apart", keys],
    ])("%s: money that nobody returned must still go back", (_what, own, is, expected) => {
      const met = meet(own, hubs)
      expect(met).toMatchObject({ is })
      const conflicts = "conflicts" in met ? met.conflicts : []
      expect(conflicts.map(({ what, key, takenAt }) => [what, key, takenAt])).toEqual(
        expected.map((key) => ["payment", key, undefined]),
      )
    })

    it("cancelled in the store too, of the same money: it must go back once", () => {
      expect(meet(cancel(prepaid), hubs)).toEqual({ is: "same" })
    })

    it("cancelled in the store too: what the hub returned is returned", () => {
      const met = meet(cancel(prepaid), cancel(prepaid, [RETURNED]))
      expect(met).toMatchObject({ is: "returned", order: { paymentStatus: "REFUNDED" } })
    })

    it("returned on both sides: a conflict over the cancellation", () => {
      const met = meet(cancel(prepaid, [RETURNED]), cancel(prepaid, [RETURNED]))
      expect(met).toMatchObject({ is: "apart", conflicts: [{ what: "cancellation", key: hubs.id }] })
    })
  })

  it("takes over the hub's tenders with their cashier", () => {
    const met = meet(unpaid, paid)
    expect(met).toMatchObject({ is: "charged", change: { order: { id: unpaid.id, status: "COMPLETED" } } })
    expect(met.is === "charged" && met.change.order.payments).toEqual(paid.payments)
  })

  it("takes over a declined tender with its reason", () => {
    const declined = { ...TENDER, status: "declined" as const, decline_reason: "expired_card" }
    const hubs = aSettledOrder(SALE, [declined, aTender({ transaction_id: "then-approved" })])
    const met = meet(unpaid, hubs)
    expect(met.is === "charged" && met.change.order.payments).toEqual(hubs.payments)
  })

  it("keeps cashier and time of a payment that the store refuses", () => {
    const hubs = aSettledOrder({ ...SALE, operatorUid: "ana" }, [TENDER])
    const [tender, ofTheOrder] = [paid.payments[0], aTender({ transaction_id: "unnamed" })]
    expect(toTenderConflicts({ own: paidOtherwise, hubs, now: NOON }, CAUSE)).toMatchObject([
      { takenAt: tender?.occurredAt, operatorUid: "c-7" },
    ])
    const unnamed = aSettledOrder({ ...SALE, operatorUid: "ana" }, [ofTheOrder])
    expect(toTenderConflicts({ own: paidOtherwise, hubs: unnamed, now: NOON }, CAUSE)).toMatchObject([
      { operatorUid: "ana" },
    ])
    const atRegister = anOrder({ ...SALE, operatorUid: "ana", prepaid: { CASH: "6.5" } })
    expect(meet(paid, atRegister)).toMatchObject({
      conflicts: [{ takenAt: atRegister.createdAt, operatorUid: "ana" }],
    })
  })

  it("resolves the conflict over a declined tender at once", () => {
    const declined = { ...TENDER, transaction_id: "declined", status: "declined" as const }
    const hubs = aSettledOrder(SALE, [declined, TENDER])
    expect(toTenderConflicts({ own: paidOtherwise, hubs, now: NOON }, CAUSE)).toMatchObject([
      { key: "declined", resolved: { by: "appliance" } },
      { key: "at-the-hub" },
    ])
  })
})
