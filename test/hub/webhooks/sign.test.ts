/** The signature headers, checked by an independent verifier of the Standard Webhooks and by hand (docs/contract/events.md#signature). */
import { createHmac } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { createWebhookSecret } from "../../../hub/webhooks/secret.ts"
import { signedHeaders } from "../../../hub/webhooks/sign.ts"

const body = Buffer.from('{"event":{"id":"evt_0123456789ab"},"data":{"name":"ñandú"}}')
const eventId = "evt_0123456789ab"
const DRAWN = createWebhookSecret()
const CHOSEN = "whsec_acme_000000000001"

const sign = (...secrets: string[]) => signedHeaders({ eventId, body, secrets, at: new Date() })
const hex = (secret: string) => createHmac("sha256", secret).update(body).digest("hex")

it("X-Service-Signature is the hex HMAC-SHA256 of the bytes, with the secret as it is written", () => {
  const headers = sign(CHOSEN)
  expect(headers["X-Service-Signature"]).toBe(hex(CHOSEN))
  expect(headers["X-Service-Event-Id"]).toBe(eventId)
  expect(headers["X-Service-Timestamp"]).toBe(headers["webhook-timestamp"])
  expect(headers).not.toHaveProperty("X-Service-Signature-Previous")
})

it("a generated secret works with Standard Webhooks libraries", () => {
  expect(DRAWN).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(new Webhook(DRAWN).verify(body, sign(DRAWN))).toEqual(JSON.parse(body.toString()))
})

it("a chosen secret that is no base64 is used as text", () => {
  expect(new Webhook(CHOSEN, { format: "raw" }).verify(body, sign(CHOSEN))).toEqual(JSON.parse(body.toString()))
})

it("during a rotation either secret verifies, by either kind of header", () => {
  const headers = sign(DRAWN, CHOSEN)
  expect(headers["X-Service-Signature"]).toBe(hex(DRAWN))
  expect(headers["X-Service-Signature-Previous"]).toBe(hex(CHOSEN))
  new Webhook(DRAWN).verify(body, headers)
  new Webhook(CHOSEN, { format: "raw" }).verify(body, headers)
})

it("another body, id or secret does not verify", () => {
  const verifier = new Webhook(DRAWN)
  expect(() => verifier.verify(Buffer.from("{}"), sign(DRAWN))).toThrow()
  expect(() => verifier.verify(body, { ...sign(DRAWN), "webhook-id": "evt_ffffffffffff" })).toThrow()
  expect(() => verifier.verify(body, sign(CHOSEN))).toThrow()
})
