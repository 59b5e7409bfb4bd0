import { describe, expect, it } from "vitest"
import { sortAtPass } from "../../../../appliance/ui/kds/sort-at-pass.ts"
import { ticketOrder } from "../../../../protocol/rules/kitchen/ticket-views.ts"
import type { ExpoOrder } from "../../../../protocol/shapes/ticket.ts"
import { anOrder } from "../../../kit/orders.ts"

const ORDER = ticketOrder(anOrder({ orderCode: "K-1" }))

function order(orderId: string, readyAt: string | null, cancelled = false): ExpoOrder {
  return { orderId, order: { ...ORDER, cancelled }, sentAt: "", readyAt, waiting: [], tickets: [] }
}

const at = (minute: number) => `2026-11-21T12:0${minute}:00.000Z`
const ids = (orders: readonly ExpoOrder[]) => sortAtPass(orders).map(({ orderId }) => orderId)

describe("the pass", () => {
  it("shows cancelled orders first, then ready ones, then those in preparation, in order of arrival", () => {
    const orders = [order("made-1", null), order("ready", at(1)), order("made-2", null), order("void", null, true)]
    expect(ids(orders)).toEqual(["void", "ready", "made-1", "made-2"])
  })

  it("does not move ready orders when an older one becomes ready", () => {
    const before = [order("old", null), order("new", at(1))]
    const after = [order("old", at(2)), order("new", at(1))]
    expect(ids(before)).toEqual(["new", "old"])
    expect(ids(after)).toEqual(["new", "old"])
  })
})
