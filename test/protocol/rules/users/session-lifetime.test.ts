import { expect, it } from "vitest"
import { isSessionAlive, mustStoreUse } from "../../../../protocol/rules/users/session-lifetime.ts"

const session = { createdAt: "2026-11-14T18:00:00.000Z", usedAt: "2026-11-21T06:00:00.000Z" }

it.each([
  ["a moment before seven days", "2026-11-21T17:59:59.999Z", session.usedAt, true],
  ["after seven days, however busy", "2026-11-21T18:00:00.000Z", "2026-11-21T17:59:00.000Z", false],
  ["a moment before twelve hours without a request", "2026-11-16T11:59:59.999Z", "2026-11-16T00:00:00.000Z", true],
  ["after twelve hours without one", "2026-11-16T12:00:00.000Z", "2026-11-16T00:00:00.000Z", false],
])("session %s", (_what, now, usedAt, alive) => {
  expect(isSessionAlive({ ...session, usedAt }, now)).toBe(alive)
})

it("session use is stored once in five minutes", () => {
  expect(mustStoreUse(session, "2026-11-21T06:04:59.999Z")).toBe(false)
  expect(mustStoreUse(session, "2026-11-21T06:05:00.000Z")).toBe(true)
})
