/** Creates an endpoint's secret in the format of Standard Webhooks: `whsec_` and base64 of 32 bytes. */
import { randomBytes } from "node:crypto"

const BYTES = 32

export function createWebhookSecret(): string {
  return `whsec_${randomBytes(BYTES).toString("base64")}`
}
