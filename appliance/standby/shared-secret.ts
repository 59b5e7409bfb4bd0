/** The key exchange of two boxes that pair: X25519, bound to the code that a person types at the second box. */
import { createHmac, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto"

const KEY_BYTES = 32
const PLACE = "brasa/standby/join"

export interface KeyExchange {
  /** Base64, to be sent to the other box. */
  readonly publicKey: string
  /** @throws for an invalid public key. */
  keyWith(other: string, code: string): Buffer
}

export function createKeyExchange(): KeyExchange {
  const { publicKey, privateKey } = generateKeyPairSync("x25519")
  return {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    keyWith: (other, code) => {
      const secret = diffieHellman({ privateKey, publicKey: readPublic(other) })
      return Buffer.from(hkdfSync("sha256", secret, normalise(code), PLACE, KEY_BYTES))
    },
  }
}

function readPublic(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, "base64"), type: "spki", format: "der" })
}

/** As a person types it. */
export function normalise(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, "")
}

/** Only the two boxes have the hash of the follower's key. */
export function proofOf(hash: string, nonce: string): string {
  return createHmac("sha256", hash).update(`promoted/${nonce}`).digest("base64url")
}
