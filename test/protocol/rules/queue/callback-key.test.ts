import { describe, expect, it } from "vitest"
import { aggregatorKey, fiscalKey, isTerminal, kitchenKey } from "../../../../protocol/rules/queue/callback-key.ts"
import type { AggregatorReport, KitchenReport } from "../../../../protocol/shapes/callback.ts"
import type { FiscalCallback, FiscalEventType } from "../../../../protocol/shapes/callback-fiscal.ts"

const ORDER = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d09"
const aggregator: AggregatorReport = {
  channelCode: "GLOVO",
  status: "ACCEPTED",
  providerEventId: "p-1",
  occurredAt: "2026-11-21T17:00:00Z",
  orderId: ORDER,
}
const kitchen: KitchenReport = {
  eventType: "order.ready",
  providerEventId: "p-1",
  orderId: ORDER,
  eventId: "evt_000000000001",
  occurredAt: "2026-11-21T17:00:00Z",
}
const fiscal: FiscalCallback = {
  countryCode: "EC",
  eventType: "authorized",
  providerEventId: "p-1",
  orderId: ORDER,
  eventId: "evt_000000000001",
  occurredAt: "2026-11-21T17:00:00Z",
}

describe("aggregator callback", () => {
  it.each<[what: string, change: Partial<AggregatorReport>, same: boolean]>([
    ["the same", {}, true],
    ["told later, with other metadata", { occurredAt: "2026-11-21T18:00:00Z", metadata: { a: 1 } }, true],
    ["named by its external id", { orderId: undefined as never, externalOrderId: "x" }, true],
    ["another status of the delivery", { status: "DELIVERED" }, false],
    ["another delivery", { providerEventId: "p-2" }, false],
    ["another channel", { channelCode: "RAPPI" }, false],
    ["texts that would run into each other", { providerEventId: 'p-1","ACCEPTED', status: "" }, false],
  ])("%s", (_what, change, same) => {
    expect(aggregatorKey({ ...aggregator, ...change }).key === aggregatorKey(aggregator).key).toBe(same)
  })
})

describe("kitchen callback", () => {
  it.each<[what: string, change: Partial<KitchenReport>, same: boolean]>([
    ["another providerEventId", { providerEventId: "p-2" }, true],
    ["another moment and station", { occurredAt: "2026-11-21T18:00:00Z", station: "grill" }, true],
    ["another stage of the dispatch", { eventType: "order.dispatched" }, false],
    ["another dispatch", { eventId: "evt_000000000002" }, false],
  ])("%s", (_what, change, same) => {
    expect(kitchenKey({ ...kitchen, ...change }).key === kitchenKey(kitchen).key).toBe(same)
  })
})

describe("fiscal callback", () => {
  it("has its event's key, whatever its providerEventId", () => {
    expect(fiscalKey({ ...fiscal, providerEventId: "p-2" })).toEqual(fiscalKey(fiscal))
    expect(fiscalKey({ ...fiscal, eventId: "evt_000000000002" }).key).not.toBe(fiscalKey(fiscal).key)
  })

  it.each<FiscalEventType>(["cancelled", "rejected", "denied", "error"])("%s contradicts authorized", (eventType) => {
    const other = fiscalKey({ ...fiscal, eventType })
    expect([other.key === fiscalKey(fiscal).key, other.step]).toEqual([true, eventType])
    expect(isTerminal(eventType)).toBe(true)
  })

  it("of type fiscal_graphic has another key than the terminal type", () => {
    expect(fiscalKey({ ...fiscal, eventType: "fiscal_graphic" }).key).not.toBe(fiscalKey(fiscal).key)
    expect(isTerminal("fiscal_graphic")).toBe(false)
  })
})
