/** The scopes that an API key may carry (document 1, *Authentication*). */

export const SCOPES = [
  "orders:read",
  "orders:write",
  "bridge:charge",
  "fiscal:write",
  "cash-management:read",
  "cash-management:write",
  "printing:read",
  "component-health:write",
  "payment-methods:read",
  "menu:read",
  "webhooks:aggregator",
  "webhooks:kds",
  "webhooks:fiscal",
  "webhooks:partner",
] as const

export type Scope = (typeof SCOPES)[number]
