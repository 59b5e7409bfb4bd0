import { describe, expect, it, test } from "vitest"
import { createManualClock } from "../../../runtime/clock.ts"
import { createRateLimiter } from "../../../runtime/http/rate-limit.ts"

const START = "2026-11-21T12:00:00.000Z"

function aLimiter(perSecond: number, burst: number) {
  const clock = createManualClock(START)
  const limiter = createRateLimiter({ perSecond, burst }, clock)
  /** How many of n requests pass. */
  const pass = (key: string, n: number) =>
    Array.from({ length: n }, () => limiter.spend(key)?.allowed).filter(Boolean).length
  return { clock, limiter, pass }
}

describe("a bucket", () => {
  it("allows a burst and refuses the next request", () => {
    const { limiter, pass } = aLimiter(10, 20)
    expect(pass("k", 20)).toBe(20)
    expect(limiter.spend("k")).toEqual({ allowed: false, limit: 20, remaining: 0, resetSeconds: 1 })
  })

  it("says what is left, and when it will be full again", () => {
    const { limiter } = aLimiter(10, 100)
    expect(limiter.spend("k")).toEqual({ allowed: true, limit: 100, remaining: 99, resetSeconds: 1 })
    for (let spent = 0; spent < 49; spent++) limiter.spend("k")
    expect(limiter.spend("k")).toEqual({ allowed: true, limit: 100, remaining: 49, resetSeconds: 6 })
  })

  it("fills at its rate, up to its burst", () => {
    const { clock, pass } = aLimiter(10, 20)
    pass("k", 20)
    clock.advance(500)
    expect(pass("k", 20)).toBe(5)
    clock.advance(3_600_000)
    expect(pass("k", 100)).toBe(20)
  })

  it("is separate for each key", () => {
    const { pass } = aLimiter(1, 3)
    expect([pass("a", 5), pass("b", 5)]).toEqual([3, 3])
  })

  it("tells a slow key how long to wait", () => {
    const { limiter } = aLimiter(0.1, 1)
    limiter.spend("k")
    expect(limiter.spend("k")).toMatchObject({ allowed: false, resetSeconds: 10 })
  })

  it("is not charged for refused requests", () => {
    const { clock, pass } = aLimiter(1, 1)
    pass("k", 1)
    pass("k", 1000)
    clock.advance(1000)
    expect(pass("k", 2)).toBe(1)
  })

  it("neither gains nor loses when the clock steps back", () => {
    const { clock, pass } = aLimiter(10, 10)
    pass("k", 5)
    clock.advance(-60_000)
    expect(pass("k", 10)).toBe(5)
  })

  it("survives the removal of full ones", () => {
    const { clock, pass } = aLimiter(0.01, 10)
    pass("k", 10)
    clock.advance(61_000)
    pass("other", 1)
    expect(pass("k", 10)).toBe(0)
  })
})

test.each([0, -1])("a rate of %i switches the limit off", (perSecond) => {
  const { limiter } = aLimiter(perSecond, 1)
  expect([limiter.spend("k"), limiter.spend("k")]).toEqual([null, null])
})
