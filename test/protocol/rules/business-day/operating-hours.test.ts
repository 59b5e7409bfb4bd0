import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { type Hours, openingsBetween, operatingMs } from "../../../../protocol/rules/business-day/operating-hours.ts"

const HOUR_MS = 3_600_000
const WEEK = { mon: ["10:00-23:00"], tue: ["10:00-14:00", "18:00-23:00"], fri: ["10:00-02:00"], sat: ["22:00-06:00"] }

function hours(operatingHours: Hours["operatingHours"] = WEEK, timeZone = "America/Guayaquil"): Hours {
  return { timeZone, operatingHours, active: "ACTIVE" }
}

function openings(of: Hours, from: string, to: string) {
  return openingsBetween(of, Date.parse(from), Date.parse(to)).map(
    (span) => `${new Date(span.from).toISOString().slice(0, 16)}/${new Date(span.to).toISOString().slice(0, 16)}`,
  )
}

describe("openings of a store", () => {
  // Guayaquil is five hours behind UTC. 2026-11-16 is a Monday.
  test.each([
    ["a plain day", "2026-11-16T05:00Z", "2026-11-17T05:00Z", ["2026-11-16T15:00/2026-11-17T04:00"]],
    [
      "a day in two parts",
      "2026-11-17T05:00Z",
      "2026-11-18T05:00Z",
      ["2026-11-17T15:00/2026-11-17T19:00", "2026-11-17T23:00/2026-11-18T04:00"],
    ],
    ["days off", "2026-11-18T05:00Z", "2026-11-20T05:00Z", []],
    ["over midnight", "2026-11-20T05:00Z", "2026-11-21T12:00Z", ["2026-11-20T15:00/2026-11-21T07:00"]],
    ["the night before alone", "2026-11-21T06:00Z", "2026-11-21T12:00Z", ["2026-11-21T06:00/2026-11-21T07:00"]],
    ["a part of an opening", "2026-11-16T16:00Z", "2026-11-16T16:20Z", ["2026-11-16T16:00/2026-11-16T16:20"]],
    ["nothing", "2026-11-16T16:00Z", "2026-11-16T16:00Z", []],
  ])("%s", (_, from, to, expected) => {
    expect(openings(hours(), from, to)).toEqual(expected)
  })

  it("are merged when they touch or overlap", () => {
    const allDay = hours({ mon: ["00:00-24:00"], tue: ["00:00-12:00", "11:00-13:00"] })
    expect(openings(allDay, "2026-11-16T05:00Z", "2026-11-18T05:00Z")).toEqual(["2026-11-16T05:00/2026-11-17T18:00"])
  })

  it("last a day when start and end are the same hour", () => {
    expect(openings(hours({ mon: ["10:00-10:00"] }), "2026-11-16T05:00Z", "2026-11-19T05:00Z")).toEqual([
      "2026-11-16T15:00/2026-11-17T15:00",
    ])
  })

  it("cover all time without configured hours, and none in an inactive store", () => {
    expect(openings(hours({}), "2026-11-16T05:00Z", "2026-11-16T06:00Z")).toEqual(["2026-11-16T05:00/2026-11-16T06:00"])
    expect(openings({ ...hours({}), active: "SUSPENDED" }, "2026-11-16T05:00Z", "2026-11-16T06:00Z")).toEqual([])
  })

  test.each([
    ["the night with an hour more", "America/Santiago", "2026-04-04T00:00-03:00", 17],
    ["the night with an hour less", "America/Santiago", "2026-09-05T00:00-04:00", 15],
    ["any night without summer time", "America/Sao_Paulo", "2026-04-04T00:00-03:00", 16],
  ])("count %s: %s", (_, timeZone, from, expected) => {
    const saturday = hours({ sat: ["10:00-02:00"] }, timeZone)
    const at = Date.parse(from)
    expect(operatingMs(saturday, at, at + 48 * HOUR_MS) / HOUR_MS).toBe(expected)
  })
})

it("operatingMs of a span equals the sum of its two parts", () => {
  const base = Date.parse("2026-03-30T00:00Z")
  const minute = fc.integer({ min: 0, max: 20_160 })
  fc.assert(
    fc.property(fc.tuple(minute, minute, minute), (minutes) => {
      const [a = 0, b = 0, c = 0] = minutes.map((n) => base + n * 60_000).sort((x, y) => x - y)
      const of = hours(WEEK, "America/Santiago")
      expect(operatingMs(of, a, b) + operatingMs(of, b, c)).toBe(operatingMs(of, a, c))
    }),
    { numRuns: 60 },
  )
})
