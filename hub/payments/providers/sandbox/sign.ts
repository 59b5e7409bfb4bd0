/** How the sandbox provider signs its webhooks: HMAC-SHA256 of the body's bytes, in hex. */
import { createHmac } from "node:crypto"

export const SIGNATURE_HEADER = "x-sandbox-signature"

export function sign(bytes: Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(bytes).digest("hex")
}
