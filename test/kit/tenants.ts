/** The tenants of the tests: the demo's, with a second vendor in the first account, and the keys that ask for them. */
import { readFileSync } from "node:fs"
import type { Provisioning } from "../../hub/tenants/index.ts"

export const STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
export const KEY = "brasa_test_integrator_0000000000000001"
export const ACCOUNT_KEY = "brasa_test_accountonly_00000000000001"
export const READER_KEY = "brasa_test_reader_0000000000000000001"
export const GLOBEX_KEY = "brasa_test_globex_0000000000000000001"
/** Another vendor of the first account, for what crosses vendors. */
export const SISTER_KEY = "brasa_test_sister_0000000000000000001"
export const SISTER_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03"
export const NOW = "2026-11-21T18:00:00.000Z"

/** A provider that is configured, and not there. */
export const ABSENT_PROVIDER = "absent"
const NOBODY_LISTENS = "http://127.0.0.1:9"

const DEMO = new URL("../../hub/tenants/demo-tenant.json", import.meta.url)

/** The demo's file without people (their passwords take time to hash), and with a second vendor in the first account. */
export function testTenants({
  clients = false,
  providerUrl,
}: {
  clients?: boolean
  providerUrl?: string
} = {}): string {
  const file: Provisioning = JSON.parse(readFileSync(DEMO, "utf8"))
  const acme = file.accounts[0]
  const quito = acme?.vendors[0]
  const store = quito?.stores[0]
  if (!acme || !quito || !store) throw new Error("the demo has lost its first store")
  acme.users = []
  for (const provider of acme.paymentProviders ?? []) {
    Object.assign(provider, providerUrl ? { url: providerUrl } : { code: ABSENT_PROVIDER, url: NOBODY_LISTENS })
  }
  // What is refused to another account is refused for that alone.
  file.accounts[1]?.apiKeys?.[0]?.scopes.push("bridge:charge", "cash-management:read", "webhooks:partner")
  // Nobody listens there: tests of webhooks bring their own.
  acme.webhookEndpoints = []
  if (!clients) acme.clientCredentials = []
  // The link's processor finds a payment by the order's token alone, as some do.
  const link = quito.paymentMethods?.find(({ code }) => code === "LINK")
  if (link) Object.assign(link, { requiresOrderToken: true })
  const { fiscal: _own, ...sister } = { ...store, id: SISTER_STORE, code: "GYE-001", name: "Acme Malecón" }
  acme.vendors.push({ id: "acme.ec.guayaquil", name: "Acme Guayaquil", countryCode: "EC", stores: [sister] })
  acme.apiKeys?.push({ ...keyLike(acme.apiKeys[0]), name: "sister", vendorId: "acme.ec.guayaquil", secret: SISTER_KEY })
  return JSON.stringify(file)
}

function keyLike<T>(key: T | undefined): T {
  if (!key) throw new Error("the demo has lost its keys")
  return key
}

export const SPARE_POINT = "077"

export function tenantsWithSparePoint(): string {
  const file = JSON.parse(testTenants())
  const { points } = file.accounts[0].vendors[0].stores[0].fiscal
  points.push({ ...points.find(({ side }: { side: string }) => side === "appliance"), emissionPoint: SPARE_POINT })
  return JSON.stringify(file)
}
