import { expect, it } from "vitest"
import { createManualClock, systemClock } from "../../runtime/clock.ts"

it("a manual clock stands still until it is moved", () => {
  const clock = createManualClock("2026-11-21T12:00:00.000Z")
  expect([clock.ms(), clock.iso()]).toEqual([Date.UTC(2026, 10, 21, 12), "2026-11-21T12:00:00.000Z"])
  clock.advance(1_500)
  expect(clock.iso()).toBe("2026-11-21T12:00:01.500Z")
  clock.set("2026-11-20T07:00:00-05:00")
  expect(clock.iso()).toBe("2026-11-20T12:00:00.000Z")
  expect(() => clock.set("yesterday")).toThrow("not a moment: yesterday")
})

it("the system clock gives its time in both forms", () => {
  const before = Date.now()
  expect(systemClock.ms()).toBeGreaterThanOrEqual(before)
  expect(Date.parse(systemClock.iso())).toBeGreaterThanOrEqual(before)
})
