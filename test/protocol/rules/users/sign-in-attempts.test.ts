import { expect, it } from "vitest"
import {
  afterSignInTry,
  type SignInTries,
  type TriesBy,
  waitUntil,
} from "../../../../protocol/rules/users/sign-in-attempts.ts"
import { plusSeconds } from "../../../../protocol/time.ts"

const NOW = "2026-11-21T18:00:00.000Z"

function waitsOf(by: TriesBy, count: number): number[] {
  let tries: SignInTries | null = null
  let now = NOW
  return Array.from({ length: count }, () => {
    tries = afterSignInTry(tries, by, now)
    const until = waitUntil(tries, now)
    const seconds = until === null ? 0 : (Date.parse(until) - Date.parse(now)) / 1000
    now = plusSeconds(now, seconds)
    return seconds
  })
}

it("e-mail address has four free failures, then waits that double up to 15 minutes", () => {
  expect(waitsOf("email", 13)).toEqual([0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900])
})

it("IP address has more free failures", () => {
  expect(waitsOf("address", 31).slice(28)).toEqual([0, 15, 30])
})

it("failures are forgotten after an hour", () => {
  const tries = { failed: 9, lastAt: NOW, lockedUntil: null }
  expect(afterSignInTry(tries, "email", plusSeconds(NOW, 3599)).failed).toBe(10)
  expect(afterSignInTry(tries, "email", plusSeconds(NOW, 3600))).toMatchObject({ failed: 1, lockedUntil: null })
})

it("waitUntil is null after the wait", () => {
  expect(waitUntil({ failed: 9, lastAt: NOW, lockedUntil: NOW }, NOW)).toBeNull()
  expect(waitUntil(null, NOW)).toBeNull()
})
