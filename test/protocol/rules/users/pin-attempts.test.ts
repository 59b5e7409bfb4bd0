/** How wrong PINs make the next tries wait. */
import { describe, expect, it } from "vitest"
import {
  type AttemptScope,
  afterTry,
  lockedUntil,
  type PinTries,
} from "../../../../protocol/rules/users/pin-attempts.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const afterMany = (count: number, place: AttemptScope) => {
  let tries: PinTries | null = null
  for (let n = 0; n < count; n += 1) tries = afterTry(tries, place, NOW)
  return tries
}

describe("wrong PINs in a row", () => {
  it.each<[number, AttemptScope, string | null]>([
    [1, "screen", null],
    [4, "screen", null],
    [5, "screen", "2026-11-21T18:00:30.000Z"],
    [6, "screen", "2026-11-21T18:01:00.000Z"],
    [7, "screen", "2026-11-21T18:02:00.000Z"],
    [9, "screen", "2026-11-21T18:08:00.000Z"],
    [40, "screen", "2026-11-21T18:15:00.000Z"],
    [19, "store", null],
    [20, "store", "2026-11-21T18:00:30.000Z"],
  ])("%i at a %s: the next one waits until %s", (count, place, until) => {
    expect(lockedUntil(afterMany(count, place), NOW)).toBe(until)
  })

  it("wait only for their time", () => {
    const tries = afterMany(5, "screen")
    expect(lockedUntil(tries, "2026-11-21T18:00:29.999Z")).not.toBeNull()
    expect(lockedUntil(tries, "2026-11-21T18:00:30.000Z")).toBeNull()
  })

  it("grow although the wait was kept", () => {
    const next = afterTry(afterMany(5, "screen"), "screen", "2026-11-21T18:00:30.000Z")
    expect(next).toMatchObject({ wrong: 6, lockedUntil: "2026-11-21T18:01:30.000Z" })
  })

  it("are forgotten after an hour of quiet", () => {
    expect(afterTry(afterMany(9, "screen"), "screen", "2026-11-21T19:00:00.000Z")).toMatchObject({
      wrong: 1,
      lockedUntil: null,
    })
  })
})
