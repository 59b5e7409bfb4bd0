import { describe, expect, it } from "vitest"
import { findDifferingLines } from "../../../../protocol/rules/orders/differing-lines.ts"
import type { OrderLine, OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, NOON } from "../../../kit/orders.ts"

const own = anOrder({ orderId: "both" })
const [line] = own.orderLines as [OrderLine]
const withLine = (over: Partial<OrderLine>): OrderRecord => ({ ...own, orderLines: [{ ...line, ...over }] })

describe("contents of one order on two sides", () => {
  it.each([
    ["the same", own],
    ["sent to another station", withLine({ stationCode: "grill" })],
  ])("give no conflict: %s", (_what, hubs) => {
    expect(findDifferingLines(own, hubs, NOON)).toBeNull()
  })

  it.each([
    ["another quantity", withLine({ quantity: 3 })],
    ["another price", withLine({ unitPrice: "10000" })],
    ["another note", withLine({ notes: "no onion" })],
    ["one line more", { ...own, orderLines: [line, line] }],
    ["another total", anOrder({ orderId: "both", total: 9 })],
  ])("%s: a conflict that names both", (_what, hubs) => {
    const contents = expect.stringContaining(line.name)
    const reason = { code: "LINES_DIFFER", params: { hubContents: contents, storeContents: contents } }
    const conflict = { at: NOON, side: "hub", what: "lines", key: hubs.id, why: contents, reason }
    expect(findDifferingLines(own, hubs, NOON)).toEqual(conflict)
  })
})
