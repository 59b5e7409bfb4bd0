import { describe, expect, it } from "vitest"
import { type ComponentView, causesOf, lossMeter } from "../../../../protocol/rules/health/store-health.ts"

const part = (
  componentId: string,
  shown: ComponentView["shown"],
  more: Partial<ComponentView> = {},
): ComponentView => ({
  componentId,
  componentType: "kiosk",
  shown,
  degradedReason: null,
  lastBeatAt: "2026-11-21T12:00:00.000Z",
  ...more,
})

const kinds = (parts: ComponentView[], parked = 0) => causesOf({ parts, outages: [], parked }).map(({ is }) => is)

describe("causes of a store's state", () => {
  it.each<[string, ComponentView[], number, string[]]>([
    ["nothing is wrong", [part("a", "online"), part("b", "late")], 0, []],
    ["a device is silent", [part("a", "down"), part("b", "online")], 0, ["device_down"]],
    ["one is not well and ops wait", [part("a", "degraded")], 2, ["degraded", "parked"]],
    ["a device has left for good", [part("a", "retired")], 0, []],
    ["the box has left for good", [part("box", "retired", { componentType: "appliance" })], 0, ["box_gone"]],
  ])("%s", (_name, parts, parked, expected) => {
    expect(kinds(parts, parked)).toEqual(expected)
  })

  it("are one for a silent box, with the count of its devices and the outage's start", () => {
    const box = part("box", "down", { componentType: "appliance" })
    const outages = [{ componentId: "box", startedAt: "2026-11-21T11:30:00.000Z", operatingMinutes: 30 }]
    expect(causesOf({ parts: [part("a", "unknown"), part("b", "unknown"), box], outages, parked: 0 })).toEqual([
      {
        is: "box_silent",
        componentId: "box",
        reason: null,
        since: "2026-11-21T11:30:00.000Z",
        operatingMinutes: 30,
        count: 2,
      },
    ])
  })
})

describe("loss meter", () => {
  it.each([
    { applied: 7, told: null, meter: null },
    { applied: 7, told: { made: 10, acked: 5 }, meter: { made: 10, onHub: 7, acknowledged: 5, unsent: 3 } },
    { applied: 12, told: { made: 10, acked: 5 }, meter: { made: 12, onHub: 12, acknowledged: 5, unsent: 0 } },
    { applied: 4, told: { made: 10, acked: 9 }, meter: { made: 10, onHub: 4, acknowledged: 4, unsent: 6 } },
  ])("$applied here, $told told", ({ applied, told, meter }) => {
    expect(lossMeter(applied, told)).toEqual(meter)
  })
})
