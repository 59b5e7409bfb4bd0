import { expect, it } from "vitest"
import { SLA_DEFAULT, slaOf, urgencyOf, waitedMs } from "../../../../protocol/rules/kitchen/ticket-clock.ts"
import { NOON } from "../../../kit/orders.ts"

const at = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()

it.each([
  [0, "on_time"],
  [4.99, "on_time"],
  [5, "urgent"],
  [9.99, "urgent"],
  [10, "late"],
  [600, "late"],
])("after %d minutes a ticket is %s", (minutes, urgency) => {
  expect(urgencyOf(NOON, SLA_DEFAULT, at(minutes))).toBe(urgency)
})

it("waiting time is 0 when the clock is behind", () => {
  expect(waitedMs(at(3), NOON)).toBe(0)
  expect(waitedMs(NOON, at(3))).toBe(180_000)
})

it("limits are the station's own, and the kitchen has those of its slowest station", () => {
  const sla = (warnMinutes: number, lateMinutes: number) => ({ warnMinutes, lateMinutes })
  const stations = [
    { id: "pos-1", kind: "pos" as const },
    { id: "grill", kind: "kds_station" as const, sla: sla(8, 14) },
    { id: "bar", kind: "kds_station" as const, sla: sla(2, 4) },
    { id: "fryer", kind: "kds_station" as const },
  ]
  expect(slaOf({ stations }, "bar")).toEqual(sla(2, 4))
  expect(slaOf({ stations }, "fryer")).toEqual(SLA_DEFAULT)
  expect(slaOf({ stations })).toEqual(sla(8, 14))
  expect(slaOf({ stations: [] })).toEqual(SLA_DEFAULT)
})
