/** How long a person stays signed in. */
import { describe, expect, it } from "vitest"
import { isTokenValid, mustStoreUse, tokenTerms } from "../../../../protocol/rules/users/staff-token.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

describe("staff token", () => {
  it.each([
    ["a cashier's, unused for hours", "cashier", "work", 13 * 60, true],
    ["a cashier's after a long shift", "cashier", "work", 14 * 60, false],
    ["a supervisor's, unused for a while", "supervisor", "work", 14, true],
    ["a supervisor's, unused for a quarter of an hour", "supervisor", "work", 15, false],
    ["a manager's, unused for a quarter of an hour", "manager", "work", 15, false],
    ["a role that was lent, at once", "manager", "authorise", 1, true],
    ["a role that was lent, later", "manager", "authorise", 2, false],
  ] as const)("%s: %s, %s after %i minutes holds: %s", (_what, role, purpose, minutes, holds) => {
    expect(isTokenValid({ ...tokenTerms(role, purpose, NOW), usedAt: NOW }, later(minutes))).toBe(holds)
  })

  it("lasts longer with use, but not for ever", () => {
    const terms = tokenTerms("manager", "work", NOW)
    expect(isTokenValid({ ...terms, usedAt: later(14) }, later(20))).toBe(true)
    expect(isTokenValid({ ...terms, usedAt: later(14 * 60 - 1) }, later(14 * 60))).toBe(false)
  })

  it("stores its use once a minute, and only if it can become idle", () => {
    const manager = { ...tokenTerms("manager", "work", NOW), usedAt: NOW }
    expect([mustStoreUse(manager, later(0.5)), mustStoreUse(manager, later(1))]).toEqual([false, true])
    expect(mustStoreUse({ ...tokenTerms("cashier", "work", NOW), usedAt: NOW }, later(60))).toBe(false)
  })
})
