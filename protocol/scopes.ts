/** The scopes that an API key may carry (docs/contract/conventions.md#authentication). */

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

/**
 * Scopes for paired devices only, never for API keys. `store:device` covers what every device does (read its identity, sign staff in);
 * each of the others belongs to one kind of screen.
 */
const DEVICE_SCOPES = [
  "store:device",
  "store:register",
  "store:kiosk",
  "store:kitchen",
  "store:expo",
  "store:board",
  "store:manage",
] as const

export type DeviceScope = (typeof DEVICE_SCOPES)[number]

const REGISTER = [
  "store:device",
  "store:register",
  "orders:read",
  "orders:write",
  "cash-management:write",
  "printing:read",
  "component-health:write",
  "payment-methods:read",
  "menu:read",
  "webhooks:partner",
] as const

/** The scopes of each kind of device. Kiosk and kitchen screens read orders only through their own endpoints. */
export const DEVICE_KINDS = {
  pos: REGISTER,
  kiosk: ["store:device", "store:kiosk", "component-health:write", "menu:read"],
  kds_station: ["store:device", "store:kitchen", "webhooks:kds", "component-health:write"],
  expo: ["store:device", "store:kitchen", "store:expo", "component-health:write"],
  board: ["store:device", "store:board", "component-health:write"],
  manager: [...REGISTER, "store:manage", "cash-management:read"],
} as const satisfies Record<string, readonly (Scope | DeviceScope)[]>

export type DeviceKind = keyof typeof DEVICE_KINDS

/** The page of the box that a device of each kind shows. */
export const DEVICE_PAGES = {
  pos: "/pos",
  kiosk: "/kiosk",
  kds_station: "/kds",
  expo: "/kds/expo",
  board: "/kds/board",
  manager: "/manage",
} as const satisfies Record<DeviceKind, string>
