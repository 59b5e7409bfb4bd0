/** How long a person stays signed in. */
import { describe, expect, it } from "vitest"
import { isUnnoted, termsOf, tokenHolds } from "../../../../protocol/rules/users/staff-token.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

describe("a token", () => {
  it.each([
    ["a cashier's, unused for hours", "cashier", "work", 13 * 60, true],
    ["a cashier's after a long shift", "cashier", "work", 14 * 60, false],
    ["a supervisor's, unused for a while", "supervisor", "work", 14, true],
    ["a supervisor's, unused for a quarter of an hour", "supervisor", "work", 15, false],
    ["a manager's, unused for a quarter of an hour", "manager", "work", 15, false],
    ["a role that was lent, at once", "manager", "authorise", 1, true],
    ["a role that was lent, later", "manager", "authorise", 2, false],
  ] as const)("%s: %s, %s after %i minutes holds: %s", (_what, role, purpose, minutes, holds) => {
    expect(tokenHolds({ ...termsOf(role, purpose, NOW), usedAt: NOW }, later(minutes))).toBe(holds)
  })

  it("holds longer when it is used, but not for ever", () => {
    const terms = termsOf("manager", "work", NOW)
    expect(tokenHolds({ ...terms, usedAt: later(14) }, later(20))).toBe(true)
    expect(tokenHolds({ ...terms, usedAt: later(14 * 60 - 1) }, later(14 * 60))).toBe(false)
  })

  it("has its use written down once a minute, and only where it can go idle", () => {
    const manager = { ...termsOf("manager", "work", NOW), usedAt: NOW }
    expect([isUnnoted(manager, later(0.5)), isUnnoted(manager, later(1))]).toEqual([false, true])
    expect(isUnnoted({ ...termsOf("cashier", "work", NOW), usedAt: NOW }, later(60))).toBe(false)
  })
})
