import { expect, it } from "vitest"
import { createKey, hashSecret, matchesHash, readKey, SealBroken, seal, unseal } from "../../runtime/secrets.ts"

const PLACE = "endpoint/42/secret"

it("recognises a secret by its hash, and no other", () => {
  const hash = hashSecret("key_abc")
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(matchesHash("key_abc", hash)).toBe(true)
  expect(matchesHash("key_abd", hash)).toBe(false)
  expect(matchesHash("", hash)).toBe(false)
  expect(matchesHash("key_abc", "")).toBe(false)
  expect(matchesHash("key_abc", hash.slice(2))).toBe(false)
})

it("opens what it sealed, and never seals twice alike", () => {
  const key = readKey(createKey())
  for (const plain of ["whsec_ñandú €", "", "x".repeat(10_000)]) {
    const sealed = seal(plain, key, PLACE)
    expect(unseal(sealed, key, PLACE)).toBe(plain)
    expect(seal(plain, key, PLACE)).not.toBe(sealed)
    if (plain !== "") expect(sealed).not.toContain(plain)
  }
})

it("does not open with another key, in another context, or after any change", () => {
  const key = readKey(createKey())
  const sealed = seal("whsec_1", key, PLACE)
  expect(() => unseal(sealed, readKey(createKey()), PLACE)).toThrow(SealBroken)
  expect(() => unseal(sealed, key, "endpoint/43/secret")).toThrow(SealBroken)
  const bytes = Buffer.from(sealed.slice(3), "base64url")
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => unseal(`v1.${changed.toString("base64url")}`, key, PLACE)).toThrow(SealBroken)
  }
  for (const wrong of ["", "v1.", "v2.abc", "whsec_1", sealed.slice(0, 30)]) {
    expect(() => unseal(wrong, key, PLACE)).toThrow(SealBroken)
  }
})

it("reads a key as hex or base64, and explains otherwise", () => {
  const bytes = Buffer.alloc(32, 7)
  for (const text of [bytes.toString("hex"), bytes.toString("base64"), `${bytes.toString("base64url")}\n`]) {
    expect(readKey(text)).toEqual(bytes)
  }
  for (const text of ["", "short", "0".repeat(63)]) {
    expect(() => readKey(text)).toThrow("a key is 32 bytes, as 64 hex digits or as base64")
  }
})
