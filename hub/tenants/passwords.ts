/** Hashes what a person chose: scrypt, with its costs written beside the hash so that they can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

const COST = 2 ** 15
const BLOCK = 8
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16
const MEMORY_MAX_BYTES = 128 * 1024 * 1024

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
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: Buffer, costs: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...costs, maxmem: MEMORY_MAX_BYTES }
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}
