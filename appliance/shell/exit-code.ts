/** The code that leaves the kiosk: its hash, and a gate that slows down guessing. */
import { randomBytes, scryptSync } from "node:crypto"
import type { Clock } from "../../runtime/clock.ts"
import { isSameSecret } from "../../runtime/secrets.ts"

export const TRIES_MAX = 5
export const LOCKED_MS = 60_000
const SALT_BYTES = 16
const HASH_BYTES = 32
const HASH_FORMAT = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/

export interface ExitGate {
  /** "locked": the code was not checked. */
  try(code: string): "open" | "wrong" | "locked"
}

/** The hash that the configuration holds instead of the code. */
export function hashExitCode(code: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  return `scrypt:${salt.toString("hex")}:${scryptSync(code, salt, HASH_BYTES).toString("hex")}`
}

export function isExitCodeHash(text: string): boolean {
  return HASH_FORMAT.test(text)
}

/** If `hash` is null, the keys alone leave the kiosk. */
export function createExitGate(hash: string | null, clock: Clock): ExitGate {
  let wrongCodes = 0
  let lockedUntil = Number.NEGATIVE_INFINITY
  return {
    try(code) {
      if (hash === null) return "open"
      if (clock.ms() < lockedUntil) return "locked"
      if (matches(code, hash)) {
        wrongCodes = 0
        return "open"
      }
      wrongCodes += 1
      if (wrongCodes < TRIES_MAX) return "wrong"
      wrongCodes = 0
      lockedUntil = clock.ms() + LOCKED_MS
      return "locked"
    },
  }
}

/** Reads the code from the hash of the exit page's address, the page's only way to the shell. Null for no valid code. */
export function readExitCode(address: string): string | null {
  const code = URL.canParse(address) ? new URL(address).hash.replace("#code=", "") : ""
  return /^\d{4,12}$/.test(code) ? code : null
}

function matches(code: string, hash: string): boolean {
  const [, salt = "", expected = ""] = HASH_FORMAT.exec(hash) ?? []
  return isSameSecret(scryptSync(code, Buffer.from(salt, "hex"), HASH_BYTES), Buffer.from(expected, "hex"))
}
