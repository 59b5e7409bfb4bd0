import { expect, it } from "vitest"
import {
  compareVersions,
  manifestText,
  readManifest,
  type UpdateManifest,
} from "../../../../protocol/rules/updates/update-manifest.ts"

const MANIFEST: UpdateManifest = {
  format: 1,
  product: "brasa",
  version: "1.10.0",
  platform: "linux-x64",
  sha256: "ab".repeat(32),
  size: 40_000_000,
  minVersion: "1.2.0",
  rings: ["first", "all"],
  issuedAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-12-05T09:00:00.000Z",
}
const TEXT = manifestText(MANIFEST)

it("readManifest reads the text of manifestText", () => {
  expect(readManifest(TEXT)).toEqual(MANIFEST)
})

it("readManifest accepts only the signed spelling", () => {
  const { format, ...rest } = MANIFEST
  const swapped = { ...rest, format }
  for (const text of [`${TEXT} `, JSON.stringify(swapped), JSON.stringify({ ...MANIFEST, also: 1 }), `[${TEXT}]`, "no"])
    expect(readManifest(text), text).toHaveProperty("fault")
})

it.each([
  ["version", "1.10"],
  ["version", "01.1.0"],
  ["version", "1.10.0/../../etc"],
  ["platform", "linux"],
  ["sha256", "ab"],
  ["size", 0],
  ["size", 1.5],
  ["rings", []],
  ["rings", ["All"]],
  ["issuedAt", "2026-11-21"],
  ["issuedAt", "2026-11-21T09:00:00.000+01:00"],
  ["expiresAt", "2026-02-30T09:00:00.000Z"],
  ["expiresAt", "2026-11-20T09:00:00.000Z"],
  ["minVersion", "1.10.1"],
  ["product", "other"],
  ["format", 2],
])("readManifest refuses %s %j", (name, value) => {
  expect(readManifest(manifestText({ ...MANIFEST, [name]: value }))).toHaveProperty("fault")
})

it("compareVersions compares numbers", () => {
  const order = ["0.9.9", "1.2.0", "1.9.0", "1.10.0", "1.10.1", "2.0.0"]
  expect([...order].reverse().sort(compareVersions)).toEqual(order)
  expect(compareVersions("1.2.3", "1.2.3")).toBe(0)
})
