import { describe, expect, it } from "vitest"
import { nextLocator, registerLetter } from "../../../../../appliance/ui/pos/charge/locator.ts"

it.each([
  ["pos-1", "A"],
  ["pos-2", "B"],
  ["pos-9", "J"], // no I: it is read as 1
  ["pos-25", "R25"],
  ["terraza", "T"],
])("the register %s has the letter %s", (deviceId, letter) => expect(registerLetter(deviceId)).toBe(letter))

describe("the next number", () => {
  const day = "2026-11-21"
  const next = (last: number | null, codes: readonly string[] = [], businessDayDate = day) =>
    nextLocator("A", day, { counter: last === null ? null : { businessDayDate, last }, codes })

  it("counts up and is remembered", () => {
    expect(next(16)).toEqual({ locator: "A-017", counter: { businessDayDate: day, last: 17 } })
  })
  it("starts with 1 on a new day", () => expect(next(16, [], "2026-11-20").locator).toBe("A-001"))
  it("grows beyond three digits", () => expect(next(999).locator).toBe("A-1000"))
  it("continues after the box's orders if the browser has forgotten", () => {
    expect(next(null, ["A-004", "A-012", "B-040", "WEB-7", "A-x"]).locator).toBe("A-013")
  })
})
