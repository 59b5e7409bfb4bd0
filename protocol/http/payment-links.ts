/** The endpoints of payment links (docs/contract/payments.md#payment-links), and the one for payment providers' reports (docs/contract/payments.md#payment-providers). */
import Type from "typebox"
import { ChargeIntent, NewAttempt, NewCharge } from "../shapes/charge.ts"
import { ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const BRIDGE = "/api/v1/external/bridge"
const Intent = Type.Object({ intent: ChargeIntent })
/** Any text is accepted: text that is not an id gets the same 404 as an unknown id. */
const IntentRef = Type.Object({ intentId: Type.String({ minLength: 1 }) })
const AttemptRef = Type.Object({ attemptId: Type.String({ minLength: 1 }) })

export const createCharge = endpoint({
  name: "bridge.create",
  family: "core",
  method: "POST",
  path: `${BRIDGE}/intents`,
  scope: "bridge:charge",
  body: NewCharge,
  replies: { 200: Intent, 201: Intent },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary:
    "Creates a charge with its first payment link; the same `externalOrderId` again answers 200 with the existing charge.",
  section: "payments.md#payment-links",
  example: {
    externalOrderId: "web-2001",
    methodCode: "LINK",
    amount: 6.5,
    currency: "USD",
    storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    terminalId: "web-1",
    channel: "WEB",
    customer: { name: "Ana Pérez", email: "ana@example.com" },
  },
})

export const getCharge = endpoint({
  name: "bridge.get",
  family: "core",
  method: "GET",
  path: `${BRIDGE}/intents/:intentId`,
  scope: "bridge:charge",
  params: IntentRef,
  replies: { 200: Intent },
  refusals: ["NOT_FOUND"],
  summary: "Reads a charge's state as the hub knows it; the provider is not called.",
  section: "payments.md#payment-links",
})

export const addAttempt = endpoint({
  name: "bridge.pay",
  family: "core",
  method: "POST",
  path: `${BRIDGE}/intents/:intentId/pay`,
  scope: "bridge:charge",
  params: IntentRef,
  body: NewAttempt,
  replies: { 201: Intent },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Adds an attempt: a retry in a failed attempt's slot, or a new slot of a split payment.",
  section: "payments.md#payment-links",
})

export const cancelAttempt = endpoint({
  name: "bridge.cancel",
  family: "core",
  method: "POST",
  path: `${BRIDGE}/attempts/:attemptId/cancel`,
  scope: "bridge:charge",
  params: AttemptRef,
  replies: { 200: Intent },
  refusals: ["NOT_FOUND", "CONFLICT", "SERVICE_UNAVAILABLE"],
  summary: "Cancels an active attempt at its provider; if the provider refuses, nothing changes.",
  section: "payments.md#payment-links",
})

export const refundAttempt = endpoint({
  name: "bridge.refund",
  family: "core",
  method: "POST",
  path: `${BRIDGE}/attempts/:attemptId/refund`,
  scope: "bridge:charge",
  params: AttemptRef,
  replies: { 200: Intent },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "Refunds a paid attempt: `solving`, then `refunded` once the provider confirms.",
  section: "payments.md#payment-links",
})

/** The provider signs the body's bytes; each provider has its own body. */
export const receiveProviderReport = endpoint({
  name: "bridge.hear",
  family: "provider",
  method: "POST",
  path: "/api/v1/webhooks/payments/:providerCode",
  scope: null,
  signed: true,
  params: Type.Object({ providerCode: ShortText }),
  query: Type.Object({ account: Type.Optional(ShortText) }),
  body: Type.Object({}, { minProperties: 1, additionalProperties: true }),
  replies: { 200: Type.Object({ received: Type.Boolean() }) },
  refusals: ["UNAUTHORIZED", "RATE_LIMITED"],
  summary: "Receives a payment provider's report; a repeated report gets the same answer and changes nothing.",
  section: "payments.md#payment-providers",
})
