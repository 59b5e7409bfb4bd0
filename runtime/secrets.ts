/** Hashes secrets that are only compared, and encrypts ("seals") secrets that are used again. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from "node:crypto"

const CIPHER = "aes-256-gcm"
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = "v1."

/** A sealed value cannot be decrypted: wrong key, wrong place, or changed bytes. */
export class SealBroken extends Error {
  override readonly name = "SealBroken"
}

/** SHA-256, hex. It is enough because our secrets are 256 random bits; do not use it for passwords. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}

export function matchesHash(secret: string, hash: string): boolean {
  return isSameSecret(hashSecret(secret), hash)
}

/** Compares in constant time. A house test requires it for all signatures, tokens and hashes. */
export function isSameSecret(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function createKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url")
}

/** Reads a key of 64 hex digits or base64 of 32 bytes. Throws an Error with a one-line message. */
export function readKey(text: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, "hex") : Buffer.from(trimmed, "base64url")
  if (key.length !== KEY_BYTES) throw new Error("a key is 32 bytes, as 64 hex digits or as base64")
  return key
}

/** Encrypts with AES-256-GCM. Only the same key and place decrypt the result. */
export function seal(plain: string, key: Buffer, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")
}

export function unseal(sealed: string, key: Buffer, place: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url")
  if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken("not a sealed value")
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  } catch {
    throw new SealBroken(`a sealed value for ${place} does not open with this key`)
  }
}
