import { describe, expect, it } from "vitest"
import { entersKitchen, sendToKitchen, stationsOf } from "../../../../protocol/rules/kitchen/kitchen-dispatch.ts"
import { reportToKitchen } from "../../../../protocol/rules/kitchen/kitchen-stages.ts"
import { anOrder, aSettledOrder, aTender, NOON } from "../../../kit/orders.ts"

const GRILL = { id: "grill", kind: "kds_station" } as const
const DRINKS = { id: "drinks", kind: "kds_station" } as const
const POS = { id: "pos-1", kind: "pos" } as const

const productsOf: Record<string, string> = { "p-burger": "grill", "p-cola": "drinks" }
const stationOfProduct = (productId: string) => productsOf[productId] ?? null

const line = (productId: string, stationCode?: string) => ({
  productId,
  name: productId,
  quantity: 1,
  unitPrice: "1.0000",
  ...(stationCode !== undefined && { stationCode }),
})

function stations(products: ReturnType<typeof line>[], known: Parameters<typeof stationsOf>[1]["stations"]) {
  return stationsOf(anOrder({ order: { products } }), { stations: known, stationOfProduct })
}

describe("order goes to the kitchen", () => {
  const cases = [
    ["at a register, not yet paid", anOrder({ channel: "POS" }), false],
    ["at a kiosk, not yet paid", anOrder({ channel: "KIOSK" }), false],
    ["at a register, once paid", aSettledOrder({}, [aTender()]), true],
    ["prepaid at a register", anOrder({ prepaid: { CASH: "6.5000" } }), true],
    ["prepaid on another channel", anOrder({ channel: "WEB", prepaid: { LINK: "6.5000" } }), true],
    ["to be paid at the door", anOrder({ channel: "GLOVO" }), true],
    ["cancelled", { ...anOrder({ channel: "GLOVO" }), status: "CANCELLED" as const }, false],
    ["force-closed", { ...anOrder({ channel: "GLOVO" }), status: "FORCE_CLOSED" as const }, false],
  ] as const
  it.each(cases)("%s", (_name, order, expected) => {
    expect(entersKitchen(order)).toBe(expected)
  })

  it("only once", () => {
    const order = anOrder({ channel: "WEB", prepaid: { LINK: "6.5000" } })
    const sent = sendToKitchen(order, [{ station: "grill", lineIds: ["1"], eventId: "evt_0123456789ab" }], NOON)
    expect(entersKitchen(sent.order)).toBe(false)
  })

  it("not when the kitchen has already reported about it", () => {
    const report = { eventId: "evt_1", eventType: "order.ready", occurredAt: NOON, station: null } as const
    expect(entersKitchen(reportToKitchen(anOrder({ channel: "WEB" }), report, NOON).order)).toBe(false)
  })
})

describe("stations of an order", () => {
  it("are the line's own, else the product's, else the store's first", () => {
    const lines = [line("p-cola"), line("p-burger"), line("p-cola", "grill"), line("p-unknown")]
    expect(stations(lines, [POS, GRILL, DRINKS])).toEqual([
      { station: "drinks", lineIds: ["1"] },
      { station: "grill", lineIds: ["2", "3", "4"] },
    ])
  })

  it("are replaced by the first one when unknown", () => {
    expect(stations([line("p-cola", "bar")], [GRILL, DRINKS])).toEqual([{ station: "grill", lineIds: ["1"] }])
  })

  it("may have any name in a store without stations, and lines without one are not sent", () => {
    const lines = [line("p-unknown", "bar"), line("p-unknown")]
    expect(stations(lines, [POS])).toEqual([{ station: "bar", lineIds: ["1"] }])
  })
})

describe("sendToKitchen", () => {
  it("adds each dispatch with its event", () => {
    const order = anOrder({ channel: "WEB" })
    const sent = sendToKitchen(
      order,
      [
        { station: "grill", lineIds: ["1"], eventId: "evt_00000000000a" },
        { station: "drinks", lineIds: ["2"], eventId: "evt_00000000000b" },
      ],
      NOON,
    )
    expect(sent.order.kitchen).toEqual({
      stage: null,
      at: null,
      journey: [],
      dispatches: [
        { eventId: "evt_00000000000a", station: "grill", at: NOON, lineIds: ["1"] },
        { eventId: "evt_00000000000b", station: "drinks", at: NOON, lineIds: ["2"] },
      ],
    })
    expect(sent.events).toEqual([
      { type: "order.sent_to_kitchen", at: NOON, id: "evt_00000000000a" },
      { type: "order.sent_to_kitchen", at: NOON, id: "evt_00000000000b" },
    ])
    expect(sent.order.sequence).toBe(order.sequence)
  })

  it("changes nothing without dispatches", () => {
    const order = anOrder()
    expect(sendToKitchen(order, [], NOON)).toEqual({ order, events: [] })
  })
})
