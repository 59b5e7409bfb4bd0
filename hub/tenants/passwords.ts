/** Hashes passwords with scrypt. The costs are stored beside the hash, so that they can be raised later. */

import { randomBytes, scrypt } from "node:crypto"
import { isSameSecret } from "../../runtime/secrets.ts"
import { BLOCK, COST, LANES } from "./password-costs.ts"

const HASH_BYTES = 32
const SALT_BYTES = 16
const MEMORY_MAX_BYTES = 128 * 1024 * 1024

/** Checked for an unknown user, so that the time of an answer does not reveal which users exist. */
export const NOBODYS_HASH = `scrypt$${COST}$${BLOCK}$${LANES}$${"A".repeat(22)}$${"A".repeat(43)}`

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, { N: COST, r: BLOCK, p: LANES })
  return ["scrypt", COST, BLOCK, LANES, salt.toString("base64url"), hash.toString("base64url")].join("$")
}

export async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split("$")
  if (kind !== "scrypt" || !salt || !hash) return false
  const expected = Buffer.from(hash, "base64url")
  const actual = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) })
  return isSameSecret(expected, actual)
}

/** Caches results for a file that is planned twice: each password is hashed and checked once, and each secret drawn once. */
export interface Passwords {
  /** `of` names the owner, so that no two owners share a salt. */
  hash(password: string, of: string): Promise<string>
  matches(password: string, stored: string): Promise<boolean>
  draw(of: string, draw: () => string): string
}

export function rememberPasswords(): Passwords {
  const hashes = new Map<string, Promise<string>>()
  const matches = new Map<string, Promise<boolean>>()
  const drawn = new Map<string, string>()
  return {
    hash: (password, of) => known(hashes, `${of} ${password}`, () => hashPassword(password)),
    draw: (of, draw) => known(drawn, of, draw),
    matches: (password, stored) => known(matches, `${stored} ${password}`, () => matchesPassword(password, stored)),
  }
}

function known<Value>(values: Map<string, Value>, key: string, find: () => Value): Value {
  const value = values.get(key) ?? find()
  values.set(key, value)
  return value
}

function derive(password: string, salt: Buffer, costs: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...costs, maxmem: MEMORY_MAX_BYTES }
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}
