import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  addDays,
  isDate,
  isMoment,
  isTimeZone,
  isWithin,
  localTime,
  minusMinutes,
  minutesText,
  toMs,
  toUtc,
  withSeconds,
} from "../../protocol/time.ts"

/** Of a moment's text: to the minute, to the second, to the millisecond. */
const DIGITS = ["2026-11-21T12:30", "2026-11-21T12:30:00", "2026-11-21T12:30:00.000"].map(({ length }) => length)

describe("a moment", () => {
  test.each([
    ["2026-11-21T12:30:00-05:00", "2026-11-21T17:30:00.000Z"],
    ["2026-11-21T12:30:00.5-05:00", "2026-11-21T17:30:00.500Z"],
    ["2026-11-21T12:30:00-0500", "2026-11-21T17:30:00.000Z"],
    ["2026-11-21T00:10:00+05:45", "2026-11-20T18:25:00.000Z"],
    ["2026-12-31T23:59:59-04:00", "2027-01-01T03:59:59.000Z"],
    ["2026-11-21t12:30:00z", "2026-11-21T12:30:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2026-11-21T12:00:00.123456789Z", "2026-11-21T12:00:00.123Z"],
    ["2026-11-10T08:00-05:00", "2026-11-10T13:00:00.000Z"],
    ["2026-11-10T08:00-0500", "2026-11-10T13:00:00.000Z"],
    ["2026-11-21T12:30Z", "2026-11-21T12:30:00.000Z"],
    ["2026-11-21t12:30z", "2026-11-21T12:30:00.000Z"],
  ])("%s is %s", (text, utc) => {
    expect(isMoment(text)).toBe(true)
    expect(toUtc(text)).toBe(utc)
  })

  test.each([
    "2026-11-21T12:30:00",
    "2026-11-21",
    "2026-11-21 12:30:00Z",
    "2026-11-21T12:30",
    "2026-11-21T12:30.5Z",
    "2026-11-21T12Z",
    "2026-11-21T12:60Z",
    "2026-11-21T24:00Z",
    "2026-11-21T12:30+05",
    "2026-11-21T12:30:00+05",
    "2016-12-31T23:59:60Z",
    "2026-11-21T24:00:00Z",
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-05:00",
    "2026-11-21T12:30:00+24:00",
    "21/11/2026",
    "now",
    "",
  ])("%j is none", (text) => {
    expect(isMoment(text)).toBe(false)
  })

  test.each([
    ["2026-11-10T08:00-05:00", "2026-11-10T08:00:00-05:00"],
    ["2026-11-10t08:00z", "2026-11-10t08:00:00z"],
    ["2026-11-10T08:00+0545", "2026-11-10T08:00:00+0545"],
    ["2026-11-10T08:00:01-05:00", "2026-11-10T08:00:01-05:00"],
    ["2026-11-10T08:00:00.123456Z", "2026-11-10T08:00:00.123456Z"],
  ])("%s with its seconds is %s", (text, whole) => {
    expect(withSeconds(text)).toBe(whole)
    expect(toMs(whole)).toBe(toMs(text))
  })

  it("that is none is a bug once shapes were checked", () => {
    expect(() => toMs("yesterday")).toThrow(RangeError)
  })

  it("sorts as text as it does in time, whatever its offset", () => {
    const offset = fc.constantFrom("Z", "-05:00", "+05:45", "-03:00", "+14:00")
    const moment = fc
      .tuple(
        fc.date({ min: new Date("2000-01-02"), max: new Date("2090-01-01"), noInvalidDate: true }),
        offset,
        fc.constantFrom(...DIGITS),
      )
      .map(([date, zone, digits]) => date.toISOString().slice(0, digits) + zone)
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(isMoment(a)).toBe(true)
        expect(toUtc(a) < toUtc(b)).toBe(toMs(a) < toMs(b))
      }),
    )
  })
})

describe("a day", () => {
  test.each([
    ["2026-11-21", 1, "2026-11-22"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-03-01", -1, "2026-02-28"],
    ["2026-11-21", 0, "2026-11-21"],
  ])("%s and %i days is %s", (date, days, result) => {
    expect(addDays(date, days)).toBe(result)
  })

  test.each([
    ["2026-11-21", true],
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-11-31", false],
    ["2026-1-1", false],
    ["20261121", false],
    ["0001-01-01", false],
  ])("%s is one: %s", (text, verdict) => {
    expect(isDate(text)).toBe(verdict)
  })
})

describe("the clock on the wall", () => {
  test.each([
    ["2026-11-21T17:30:00Z", "America/Guayaquil", "2026-11-21", 12, 30],
    ["2026-11-21T04:59:59Z", "America/Guayaquil", "2026-11-20", 23, 59],
    ["2026-11-21T05:00:00Z", "America/Guayaquil", "2026-11-21", 0, 0],
    ["2026-11-21T02:15:00Z", "America/Sao_Paulo", "2026-11-20", 23, 15],
    ["2026-11-21T04:10:00Z", "America/Caracas", "2026-11-21", 0, 10],
    // Santiago is at -03:00 in summer, -04:00 in winter.
    ["2026-01-15T03:30:00Z", "America/Santiago", "2026-01-15", 0, 30],
    ["2026-07-15T03:30:00Z", "America/Santiago", "2026-07-14", 23, 30],
  ])("at %s in %s says %s %i:%i", (moment, timeZone, date, hour, minute) => {
    expect(localTime(moment, timeZone)).toEqual({ date, hour, minute })
  })

  it("knows its zones", () => {
    expect(isTimeZone("America/Guayaquil")).toBe(true)
    expect(isTimeZone("Mars/Olympus")).toBe(false)
  })

  it("counts minutes", () => {
    expect(minutesText("04:00")).toBe(240)
    expect(minutesText("23:59")).toBe(1439)
    expect(minusMinutes("2026-11-21T00:10:00Z", 20)).toBe("2026-11-20T23:50:00.000Z")
  })
})

test.each([
  ["2026-11-21T08:00:00-05:00", true],
  ["2026-11-21T12:59:59.999Z", false],
  ["2026-11-21T20:59:59Z", true],
  ["2026-11-21T21:00:00Z", false],
])("a window holds its start and not its end: %s is inside: %s", (moment, inside) => {
  expect(isWithin(moment, "2026-11-21T13:00:00Z", "2026-11-21T16:00:00-05:00")).toBe(inside)
})
