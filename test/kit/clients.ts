/** The demo's client of the legacy family: its headers and its login token. */
import type { TestHub } from "./hub.ts"
import { KEY } from "./hub.ts"

export const LOGIN = "/api/authentication/login"
export const OLDER_LOGIN = "/v1/auth/login"
export const CLIENT_HEADERS = { "x-client-channel": "integration", account: "acme" }
export const CLIENT_LOGIN = {
  client_id: "acme-legacy",
  client_secret: "acme-legacy-secret-000001",
  grant_type: "client_credentials",
}
export const USER_LOGIN = { username: "legacy@acme", password: "legacy-password-000001" }

/** The headers beside the key, with a fresh token; the hub was opened with `clients`. */
export async function logIn({ call }: TestHub): Promise<Record<string, string>> {
  const { body } = await call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS)
  return { ...CLIENT_HEADERS, authorization: `Bearer ${body.accessToken}` }
}

export const LEGACY_ORDERS = "/api/v4/integrations/sales/aggregator/orders"

let count = 0

interface LegacyOptions {
  readonly total?: string | number
  /** The method of a prepaid order, and what of it was paid: all, unless said. */
  readonly paid?: string
  readonly amount?: string | number
  readonly [extra: string]: unknown
}

/** An order of one burger at the demo's first store, as an aggregator sends it. */
export function legacyBody({ total = 6.5, paid, amount = total, ...more }: LegacyOptions = {}) {
  count += 1
  return {
    order_id: `legacy-${count}`,
    order_code: `L-${count}`,
    created_at: "2026-11-21T12:30:00-05:00",
    channel: "GLOVO",
    selected_shipping_method: "DELIVERY",
    store: { code: "UIO-001" },
    order: { products: [{ product_id: "p-burger", name: "Hamburguesa clásica", quantity: 1, unit_price: total }] },
    payments: {
      totals: [{ code: "TOTAL", amount: total }],
      currency_code: "USD",
      status: paid ? "SUCCEEDED" : "PENDING",
      ...(paid && { payment_methods: [{ method: paid, amount }] }),
    },
    ...more,
  }
}
