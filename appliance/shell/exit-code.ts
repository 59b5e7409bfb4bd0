/** Leaving the kiosk: by a key combination, and a code where the store wants one; guessing is slow. */
import { randomBytes, scryptSync } from "node:crypto"
import type { Clock } from "../../runtime/clock.ts"
import { isSameSecret } from "../../runtime/secrets.ts"

export const TRIES_MAX = 5
export const LOCKED_MS = 60_000
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/

export interface ExitGate {
  /** "locked" says nothing about the code: it was not looked at. */
  try(code: string): "open" | "wrong" | "locked"
}

/** What stands in the configuration instead of the code itself. */
export function hashExitCode(code: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  return `scrypt:${salt.toString("hex")}:${scryptSync(code, salt, HASH_BYTES).toString("hex")}`
}

export function isExitCodeHash(text: string): boolean {
  return FORM.test(text)
}

/** null lets anybody out who knows the keys. */
export function createExitGate(hash: string | null, clock: Clock): ExitGate {
  let wrong = 0
  let lockedUntil = Number.NEGATIVE_INFINITY
  return {
    try(code) {
      if (hash === null) return "open"
      if (clock.ms() < lockedUntil) return "locked"
      if (matches(code, hash)) {
        wrong = 0
        return "open"
      }
      wrong += 1
      if (wrong < TRIES_MAX) return "wrong"
      wrong = 0
      lockedUntil = clock.ms() + LOCKED_MS
      return "locked"
    },
  }
}

/** The exit page answers with the hash of its address: it has no other way to the shell. */
export function readExitCode(address: string): string | null {
  const code = URL.canParse(address) ? new URL(address).hash.replace("#code=", "") : ""
  return /^\d{4,12}$/.test(code) ? code : null
}

function matches(code: string, hash: string): boolean {
  const [, salt = "", expected = ""] = FORM.exec(hash) ?? []
  return isSameSecret(scryptSync(code, Buffer.from(salt, "hex"), HASH_BYTES), Buffer.from(expected, "hex"))
}
