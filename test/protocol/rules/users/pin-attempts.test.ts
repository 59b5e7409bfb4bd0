/** How wrong PINs make the next tries wait, and how long it takes to find a PIN by trying. */
import { describe, expect, it } from "vitest"
import {
  afterAttempt,
  afterWrongPin,
  hasTooManyWrongPins,
  lockedUntil,
  type PinAttempts,
  pinDigitsMin,
  WRONG_PINS_ALERT,
} from "../../../../protocol/rules/users/pin-attempts.ts"
import { STAFF_ROLES } from "../../../../protocol/rules/users/staff-roles.ts"
import { toMs } from "../../../../protocol/time.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const YEAR_DAYS = 365
const DAY_MS = 24 * 60 * 60 * 1000

const afterMany = (count: number) => {
  let attempts: PinAttempts | null = null
  for (let n = 0; n < count; n += 1) attempts = afterAttempt(attempts, NOW)
  return attempts
}

describe("wrong PINs in a row at one screen", () => {
  it.each([
    [1, "2026-11-21T18:00:01.000Z"],
    [2, "2026-11-21T18:00:05.000Z"],
    [3, "2026-11-21T18:01:00.000Z"],
    [4, "2026-11-21T18:15:00.000Z"],
    [9, "2026-11-21T18:15:00.000Z"],
    [10, "2026-11-21T20:00:00.000Z"],
  ])("make the next try wait after %i until %s", (count, until) => {
    expect(lockedUntil(afterMany(count), NOW)).toBe(until)
    expect(lockedUntil(afterMany(count), until)).toBeNull()
  })

  it("are not forgotten by waiting or overnight", () => {
    expect(afterAttempt(afterMany(3), "2026-11-22T18:00:00.000Z")).toMatchObject({
      wrong: 4,
      lockedUntil: "2026-11-22T18:15:00.000Z",
    })
  })
})

describe("guessing a PIN at one screen", () => {
  it.each(STAFF_ROLES)("takes more than a year on average for the shortest PIN of a %s", (role) => {
    const tries = 10 ** pinDigitsMin(role) / 2
    // Each wait is kept to the second. From some try on all waits are alike, so a year of them is enough to know the rest.
    let attempts: PinAttempts | null = null
    let now = NOW
    let made = 0
    while (made < tries && toMs(now) - toMs(NOW) < YEAR_DAYS * DAY_MS) {
      attempts = afterAttempt(attempts, now)
      now = attempts.lockedUntil ?? now
      made += 1
    }
    expect(made).toBeLessThan(tries)
  })
})

describe("wrong PINs of a store in one day", () => {
  const many = (count: number, now = NOW) => {
    let day: PinAttempts | null = null
    for (let n = 0; n < count; n += 1) day = afterWrongPin(day, now)
    return day
  }

  it("alert headquarters from the fortieth until the end of the day", () => {
    expect(hasTooManyWrongPins(many(WRONG_PINS_ALERT - 1), NOW)).toBe(false)
    expect(hasTooManyWrongPins(many(WRONG_PINS_ALERT), NOW)).toBe(true)
    expect(hasTooManyWrongPins(many(WRONG_PINS_ALERT), "2026-11-22T00:00:00.000Z")).toBe(false)
  })

  it("are counted anew the next day", () => {
    expect(afterWrongPin(many(WRONG_PINS_ALERT), "2026-11-22T08:00:00.000Z").wrong).toBe(1)
  })
})
