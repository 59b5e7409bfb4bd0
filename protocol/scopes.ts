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

/** What a paired device of the store may do beside its API scopes: never given to an API key. */
export const DEVICE_SCOPES = ["store:register"] as const

export type DeviceScope = (typeof DEVICE_SCOPES)[number]

/** What a device of each kind carries. */
export const DEVICE_KINDS = {
  pos: [
    "store:register",
    "orders:read",
    "orders:write",
    "cash-management:write",
    "printing:read",
    "component-health:write",
    "payment-methods:read",
    "menu:read",
    "webhooks:partner",
  ],
  kiosk: ["orders:write", "component-health:write", "menu:read"],
  kds_station: ["orders:read", "webhooks:kds", "component-health:write"],
} as const satisfies Record<string, readonly (Scope | DeviceScope)[]>

export type DeviceKind = keyof typeof DEVICE_KINDS
