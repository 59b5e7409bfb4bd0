/** Hashes a PIN: scrypt with a salt from the box's key, which is stored beside the database, never in it; then bound to its person. */
import { createHash, createHmac, scrypt } from "node:crypto"
import { COST } from "./pin-costs.ts"

const HASH_BYTES = 32
const SALT_CONTEXT = "staff/pin"

/** Two people may have the same PIN, so that nobody learns another's PIN by choosing it. */
export type HashPin = (pin: string, staffId: string) => Promise<string>

/** A PIN has few digits, so a thief of the database could try them all. The salt therefore depends on the box's key. */
export function createHashPin(secretKey: Buffer): HashPin {
  const salt = createHmac("sha256", secretKey).update(SALT_CONTEXT).digest()
  return (pin, staffId) =>
    new Promise((resolve, reject) => {
      scrypt(pin, salt, HASH_BYTES, { N: COST }, (error, hash) =>
        error ? reject(error) : resolve(bindToStaffMember(hash.toString("hex"), staffId)),
      )
    })
}

function bindToStaffMember(pinHash: string, staffId: string): string {
  return createHash("sha256").update(`${staffId}:${pinHash}`).digest("hex")
}
