/** A PIN as the box keeps it: scrypt under the box's own key, which lies beside the database, never in it. */
import { createHmac, scrypt } from "node:crypto"
import { COST } from "./pin-costs.ts"

const HASH_BYTES = 32
const SALT_PLACE = "staff/pin"

export type HashPin = (pin: string) => Promise<string>

/**
 * A PIN has four digits: whoever holds a copy of the database could try them all, so the salt is made of the box's key. It is the same
 * for all, so that one hash finds the person, and two people cannot have one PIN.
 */
export function createHashPin(secretKey: Buffer): HashPin {
  const salt = createHmac("sha256", secretKey).update(SALT_PLACE).digest()
  return (pin) =>
    new Promise((resolve, reject) => {
      scrypt(pin, salt, HASH_BYTES, { N: COST }, (error, hash) =>
        error ? reject(error) : resolve(hash.toString("hex")),
      )
    })
}
