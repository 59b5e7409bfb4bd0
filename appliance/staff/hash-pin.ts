/** A PIN as the box keeps it: scrypt under the box's own key, which lies beside the database, never in it; then bound to its person. */
import { createHash, createHmac, scrypt } from "node:crypto"
import { COST } from "./pin-costs.ts"

const HASH_BYTES = 32
const SALT_CONTEXT = "staff/pin"

/** Two people may have one PIN: nobody learns another's by choosing it. */
export type HashPin = (pin: string, staffId: string) => Promise<string>

/** A PIN has few digits: whoever holds a copy of the database could try them all, so the salt is made of the box's key. */
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
