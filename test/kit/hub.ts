/** A real hub on a real database, provisioned with the demo's tenants, asked over HTTP. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { HubContext } from "../../hub/context.ts"
import { openHub, type RunningHub, startHub } from "../../hub/main.ts"
import type { Providers, Sandbox } from "../../hub/payments/index.ts"
import type { Provisioning } from "../../hub/tenants/index.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock, type ManualClock } from "../../protocol/runtime/clock.ts"
import { type Log, silentLog } from "../../protocol/runtime/log.ts"
import type { OpenStore } from "./databases.ts"
import { tempDir, whenOver } from "./temp.ts"

export const STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
export const KEY = "brasa_test_integrator_0000000000000001"
export const ACCOUNT_KEY = "brasa_test_accountonly_00000000000001"
export const READER_KEY = "brasa_test_reader_0000000000000000001"
export const GLOBEX_KEY = "brasa_test_globex_0000000000000000001"
/** Another vendor of the first account, for what crosses vendors. */
export const SISTER_KEY = "brasa_test_sister_0000000000000000001"
export const SISTER_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03"
/** The authority is silent, so that only the tests that ask for its word hear it. */
const FAR_MS = 3_600_000

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
  file.accounts[1]?.apiKeys?.[0]?.scopes.push("bridge:charge")
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

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

type Headings = Readonly<Record<string, string>>

export interface TestHub {
  readonly hub: RunningHub
  readonly clock: ManualClock
  /** Works on the hub's database from a second door, as the command line does. */
  beside<T>(work: (context: HubContext) => Promise<T>): Promise<T>
  /** The events written so far, oldest first, their bodies parsed. */
  events(): Promise<{ type: string; orderId: string | null; envelope: unknown }[]>
  call(method: string, path: string, body?: unknown, key?: string | null, headers?: Headings): Promise<Answer>
  /** Takes up the refunds whose lease has run out. */
  sweep(): Promise<void>
  /** A second hub on the same database. */
  another(providers: Providers): Promise<TestHub>
}

export interface TestHubOptions {
  /** Another hub's database and key, to stand beside it. */
  readonly database?: string
  readonly secretKey?: string
  /** An external broker. */
  readonly mqtt?: string
  /** With the demo's clients of the legacy family. */
  readonly clients?: boolean
  readonly rateLimit?: number
  /** For what a hub may never write into its log. */
  readonly log?: Log
  /** How long the sandbox fiscal authority takes to rule. */
  readonly sandboxFiscalDelayMs?: number
  readonly providers?: Providers
  /** The payment provider of the demo's account; it tells this hub what it hears. Without it, none is configured but one that is not there. */
  readonly sandbox?: Sandbox
  /** Receivers of a test listen on loopback. */
  readonly allowPrivateWebhooks?: boolean
}

export async function openTestHub(
  open: OpenStore,
  { clients, providers, sandbox, log = silentLog, ...options }: TestHubOptions = {},
): Promise<TestHub> {
  const clock = createManualClock(NOW)
  const config = { ...(await testConfig(open)), ...options }
  const hub = await startHub(config, { log, clock, checkReplies: true, ...(providers && { providers }) })
  whenOver(() => hub.stop())
  const done = await hub.desk.provision(
    testTenants({ clients: clients ?? false, ...(sandbox && { providerUrl: sandbox.url }) }),
  )
  if (isRefusal(done)) throw new Error(done.message)
  sandbox?.notify(`${hub.url}/api/v1/webhooks/payments/sandbox?account=acme`)
  const beside: TestHub["beside"] = async (work) => {
    const { context, close } = await openHub(config, { log: silentLog, clock })
    return work(context).finally(close)
  }
  const asTest = (hub: RunningHub): TestHub => ({
    hub,
    clock,
    beside,
    events: () => beside(readEvents),
    call: (method, path, body, key = KEY, headers = {}) => ask(hub.url + path, { method, body, key, headers }),
    sweep: () => hub.refunds.sweep(),
    async another(those) {
      const next = await startHub(config, { log: silentLog, clock, checkReplies: true, providers: those })
      whenOver(() => next.stop())
      return asTest(next)
    },
  })
  return asTest(hub)
}

async function readEvents({ store }: HubContext) {
  const rows = await store.system.read(({ db }) =>
    db.selectFrom("event").selectAll().orderBy("created_at").orderBy("sequence").orderBy("id").execute(),
  )
  return rows.map((row) => ({
    type: row.type,
    orderId: row.order_id,
    envelope: JSON.parse(Buffer.from(row.body).toString()) as unknown,
  }))
}

async function testConfig(open: OpenStore) {
  const data = tempDir()
  const url = await open.freshUrl()
  const database = url.startsWith("sqlite:") ? `sqlite:${join(data, "hub.db")}` : url
  const socket = { host: "127.0.0.1", port: 0, mqttPort: 0, mqtt: null }
  return {
    data,
    database,
    secretKey: null,
    logLevel: "silent" as const,
    rateLimit: 0,
    allowPrivateWebhooks: false,
    sandboxFiscalDelayMs: FAR_MS,
    ...socket,
  }
}

interface Asked {
  readonly method: string
  readonly body: unknown
  readonly key: string | null
  readonly headers?: Headings
}

export async function ask(url: string, { method, body, key, headers: more = {} }: Asked) {
  const headers = {
    ...more,
    ...(key !== null && { "x-api-key": key }),
    ...(body !== undefined && { "content-type": "application/json" }),
  }
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  }
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

function keyLike<T>(key: T | undefined): T {
  if (!key) throw new Error("the demo has lost its keys")
  return key
}
