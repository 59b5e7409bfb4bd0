/** The headers of a delivery. The signature covers the stored bytes (docs/contract/events.md#signature, docs/contract/events.md#delivery). */
import { createHmac } from "node:crypto"

const SECRET_PREFIX = "whsec_"
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** The shortest key that Standard Webhooks allow. A shorter text cannot be a random key. */
const KEY_MIN_BYTES = 24
const KEY_MAX_BYTES = 64

interface SigningInput {
  readonly eventId: string
  readonly body: Uint8Array
  /** Newest first. Two during a rotation. */
  readonly secrets: readonly string[]
  readonly at: Date
}

export function signedHeaders({ eventId, body, secrets, at }: SigningInput): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const [signature, previous] = secrets.map((secret) => createHmac("sha256", secret).update(body).digest("hex"))
  const standard = secrets.map((secret) => {
    const hmac = createHmac("sha256", standardKey(secret)).update(`${eventId}.${timestamp}.`).update(body)
    return `v1,${hmac.digest("base64")}`
  })
  return {
    "X-Service-Signature": signature ?? "",
    ...(previous !== undefined && { "X-Service-Signature-Previous": previous }),
    "X-Service-Event-Id": eventId,
    "X-Service-Timestamp": timestamp,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  }
}

/** The key after `whsec_` if it is base64 of 24 to 64 bytes, as the standard says. Otherwise the whole secret as text. */
function standardKey(secret: string): Buffer {
  const rest = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : ""
  const key = BASE64.test(rest) ? Buffer.from(rest, "base64") : Buffer.alloc(0)
  return key.length >= KEY_MIN_BYTES && key.length <= KEY_MAX_BYTES ? key : Buffer.from(secret, "utf8")
}
