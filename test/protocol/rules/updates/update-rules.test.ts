import { describe, expect, it } from "vitest"
import type { UpdateManifest } from "../../../../protocol/rules/updates/update-manifest.ts"
import {
  countsAsSeen,
  isQuiet,
  type KnownVersions,
  postponedBecause,
  verifyManifest,
} from "../../../../protocol/rules/updates/update-rules.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const MANIFEST: UpdateManifest = {
  format: 1,
  product: "brasa",
  version: "1.3.0",
  platform: "linux-x64",
  sha256: "ab".repeat(32),
  size: 1,
  minVersion: "1.1.0",
  rings: ["first"],
  issuedAt: "2026-11-20T09:00:00.000Z",
  expiresAt: "2026-12-05T09:00:00.000Z",
}
const KNOWN: KnownVersions = { running: "1.2.0", platform: "linux-x64", ring: "first", seenIssuedAt: null, failed: [] }

it.each<[string, Partial<UpdateManifest>, Partial<KnownVersions>, string]>([
  ["a newer version of its ring", {}, {}, "take"],
  ["the same manifest again", {}, { seenIssuedAt: MANIFEST.issuedAt }, "take"],
  ["where rings are not asked for", {}, { ring: null }, "take"],
  ["another ring's", {}, { ring: "all" }, "RING"],
  ["what runs already", {}, { running: "1.3.0" }, "CURRENT"],
  ["a rollback: an older version, well signed", {}, { running: "1.3.1" }, "OLDER_VERSION"],
  ["a freeze: one that has run out", { expiresAt: NOW }, {}, "EXPIRED"],
  ["a freeze: older than the last one", {}, { seenIssuedAt: "2026-11-20T09:00:00.001Z" }, "SUPERSEDED"],
  ["a jump over a version that it needs", { minVersion: "1.2.1" }, {}, "TOO_OLD_TO_JUMP"],
  ["what did not stay before", {}, { failed: ["1.3.0"] }, "FAILED_HERE"],
  ["another machine's", { platform: "linux-arm64" }, {}, "OTHER_PLATFORM"],
  ["one from the future, by a clock that is wrong", { issuedAt: "2026-11-22T18:00:00.001Z" }, {}, "CLOCK"],
])("%s", (_what, manifest, known, verdict) => {
  const said = verifyManifest({ ...MANIFEST, ...manifest }, { ...KNOWN, ...known }, NOW)
  expect(said.do === "take" ? "take" : said.because).toBe(verdict)
})

it("countsAsSeen is false for a manifest refused for its date", () => {
  const seen = (manifest: Partial<UpdateManifest>, known: Partial<KnownVersions> = {}) =>
    countsAsSeen(verifyManifest({ ...MANIFEST, ...manifest }, { ...KNOWN, ...known }, NOW))
  expect([seen({}), seen({}, { ring: "all" }), seen({}, { running: "2.0.0" })]).toEqual([true, true, true])
  expect([seen({ expiresAt: NOW }), seen({ issuedAt: "2027-11-21T00:00:00.000Z" })]).toEqual([false, false])
  expect(seen({ platform: "linux-arm64" })).toBe(false)
})

describe("time of an update", () => {
  const IDLE = { openOrders: 0, waitingPrints: 0, paymentsInDoubt: 0 }
  const hours = {
    timeZone: "America/Guayaquil",
    active: "ACTIVE" as const,
    operatingHours: { sat: ["11:00-22:00"], sun: ["00:00-01:00", "11:00-22:00"] },
  }
  const at = (time: string) => `2026-11-21T${time}:00.000Z`

  it.each([
    ["an hour after closing", "2026-11-23T04:00:00.000Z", true],
    ["in the middle of the day", at("18:00"), false],
    ["a quarter of an hour before it opens", at("15:45"), true],
    ["14 minutes before it opens", at("15:46"), false],
  ])("%s", (_when, now, quiet) => {
    expect(isQuiet(hours, now)).toBe(quiet)
  })

  it("is at night for a store that never closes", () => {
    const always = { ...hours, operatingHours: {} }
    expect(["07:59", "08:00", "09:59", "10:00"].map((time) => isQuiet(always, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isQuiet({ ...always, active: "INACTIVE" }, at("18:00"))).toBe(true)
  })

  it("is postponed with all reasons, and a manager overrides only the hours", () => {
    const busy = { openOrders: 1, waitingPrints: 2, paymentsInDoubt: 3 }
    expect(postponedBecause(busy, hours, { byManager: false, now: at("18:00") })).toEqual([
      "OPEN_ORDERS",
      "SPOOL",
      "PAYMENTS",
      "HOURS",
    ])
    expect(postponedBecause(busy, hours, { byManager: true, now: at("18:00") })).toEqual([
      "OPEN_ORDERS",
      "SPOOL",
      "PAYMENTS",
    ])
    expect(postponedBecause(IDLE, hours, { byManager: true, now: at("18:00") })).toEqual([])
  })
})
