import { describe, expect, it, test } from "vitest"
import type { Hours } from "../../../../protocol/rules/business-day/operating-hours.ts"
import { outageDue, outageMinutes, outageStart, retirementOf } from "../../../../protocol/rules/health/outage.ts"

// Guayaquil is five hours behind UTC; 2026-11-16 is a Monday. Open from 15:00Z to 04:00Z.
const HOURS: Hours = {
  timeZone: "America/Guayaquil",
  active: "ACTIVE",
  operatingHours: { mon: ["10:00-23:00"], tue: ["10:00-23:00"], thu: ["10:00-23:00"] },
}

function due(lastBeatAt: string, until: string, more: { intervalSeconds?: number; listeningSince?: string } = {}) {
  const silence = { lastBeatAt, intervalSeconds: 600, hours: HOURS, listeningSince: null, ...more }
  const at = outageDue(silence, Date.parse(until))
  return at === null ? null : new Date(at).toISOString()
}

describe("outage is due", () => {
  test.each([
    ["after two intervals and a little", "2026-11-16T16:00:00Z", "2026-11-16T16:21:00Z", "2026-11-16T16:21:00.000Z"],
    ["not a moment before", "2026-11-16T16:00:00Z", "2026-11-16T16:20:59.999Z", null],
    ["not at night", "2026-11-17T03:45:00Z", "2026-11-17T15:00:00Z", null],
    ["not by the end of one day and the start of the next", "2026-11-17T03:45:00Z", "2026-11-17T15:20:00Z", null],
    ["two intervals into the next opening", "2026-11-17T03:45:00Z", "2026-11-17T18:00:00Z", "2026-11-17T15:21:00.000Z"],
    ["after a day off", "2026-11-18T03:50:00Z", "2026-11-20T00:00:00Z", "2026-11-19T15:21:00.000Z"],
    ["when the opening just fits them", "2026-11-17T03:39:00Z", "2026-11-17T18:00:00Z", "2026-11-17T04:00:00.000Z"],
  ])("%s", (_, last, until, expected) => {
    expect(due(last, until)).toBe(expected)
  })

  it("by the interval that the device uses", () => {
    expect(due("2026-11-16T16:00:00Z", "2026-11-16T20:00:00Z", { intervalSeconds: 60 })).toBe(
      "2026-11-16T16:02:06.000Z",
    )
  })

  it("not in the interval after the receiver was away", () => {
    const back = { listeningSince: "2026-11-16T17:00:00Z" }
    expect(due("2026-11-16T16:00:00Z", "2026-11-16T17:10:59Z", back)).toBe(null)
    expect(due("2026-11-16T16:00:00Z", "2026-11-16T17:11:00Z", back)).toBe("2026-11-16T17:11:00.000Z")
  })
})

describe("outage starts", () => {
  const now = "2026-11-16T20:00:00.000Z"
  test.each([
    ["with the last beat", undefined],
    ["with the last beat, when the device knows nothing", null],
    ["with the last beat, when the device names an earlier moment", "2026-11-16T15:59:00Z"],
    ["with the last beat, when the device names the future", "2026-11-16T20:00:01Z"],
  ])("%s", (_, said) => {
    expect(outageStart("2026-11-16T16:00:00.000Z", said, now)).toBe("2026-11-16T16:00:00.000Z")
  })

  it("at the device's own offlineSince", () => {
    expect(outageStart("2026-11-16T16:00:00.000Z", "2026-11-16T11:30:00-05:00", now)).toBe("2026-11-16T16:30:00.000Z")
  })
})

it("outageMinutes counts only operating hours", () => {
  expect(outageMinutes(HOURS, "2026-11-17T03:45:00Z", "2026-11-19T15:20:30Z")).toBe(15 + 780 + 20.5)
})

it("component is retired after a week, but not in the interval after an absence", () => {
  const silence = { lastBeatAt: "2026-11-16T16:00:00Z", intervalSeconds: 600, listeningSince: null }
  expect(new Date(retirementOf(silence)).toISOString()).toBe("2026-11-23T16:00:00.000Z")
  const back = retirementOf({ ...silence, listeningSince: "2026-12-01T00:00:00Z" })
  expect(new Date(back).toISOString()).toBe("2026-12-01T00:11:00.000Z")
})
