import { describe, expect, it } from "vitest"
import {
  decideIdempotency,
  KEY_LEASE_MS,
  KEY_RETENTION_MS,
  keysForgottenBefore,
} from "../../../../protocol/rules/requests/idempotency.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()

describe("idempotency key", () => {
  it("is first when it is unknown", () => {
    expect(decideIdempotency(null, "a", NOW)).toBe("first")
  })

  it.each([
    ["the same request, answered", "a", true, 0, "answered"],
    ["the same request, answered almost 72 h ago", "a", true, KEY_RETENTION_MS - 1, "answered"],
    ["the same request, answered 72 h ago", "a", true, KEY_RETENTION_MS, "first"],
    ["the same request, at work", "a", false, KEY_LEASE_MS - 1, "running"],
    ["the same request, whose process died", "a", false, KEY_LEASE_MS, "first"],
    ["another request, answered", "b", true, 0, "reused"],
    ["another request, at work", "b", false, 0, "reused"],
    ["another request, whose process died", "b", false, KEY_LEASE_MS, "reused"],
    ["another request, 72 h ago", "b", true, KEY_RETENTION_MS, "first"],
  ] as const)("of %s", (_what, fingerprint, answered, age, verdict) => {
    expect(decideIdempotency({ fingerprint, answered, claimedAt: ago(age) }, "a", NOW)).toBe(verdict)
  })

  it("is forgotten after three days", () => {
    expect(keysForgottenBefore(NOW)).toBe("2026-11-18T18:00:00.000Z")
  })
})
