import { expect, it } from "vitest"
import { createReleaseKeys, isSignedBy, readReleaseKeys, signManifest } from "../../runtime/release-keys.ts"

const now = createReleaseKeys()
const next = createReleaseKeys()
const other = createReleaseKeys()
const pinned = readReleaseKeys(`# now\n${now.publicPem}\n# next\n${next.publicPem}`)

it("accepts a signature of either pinned key, and of no other", () => {
  expect(isSignedBy(signManifest("text", now.privatePem), pinned)).toBe(true)
  expect(isSignedBy(signManifest("text", next.privatePem), pinned)).toBe(true)
  const foreign = signManifest("text", other.privatePem)
  expect(isSignedBy(foreign, pinned)).toBe(false)
  expect(isSignedBy({ ...foreign, keyId: now.id }, pinned)).toBe(false)
})

it("accepts a signature of exactly this text", () => {
  const signed = signManifest("text", now.privatePem)
  expect(isSignedBy({ ...signed, manifest: "text " }, pinned)).toBe(false)
  expect(isSignedBy({ ...signed, signature: "" }, pinned)).toBe(false)
})

it("has one or two pinned Ed25519 keys", () => {
  expect(pinned.map(({ id }) => id)).toEqual([now.id, next.id])
  expect(() => readReleaseKeys("nothing")).toThrow("no public key")
  expect(() => readReleaseKeys(now.publicPem + next.publicPem + other.publicPem)).toThrow("at most 2")
})
