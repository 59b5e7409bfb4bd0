/** A real hub on a real database, provisioned with the demo's tenants, asked over HTTP. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { openHub } from "../../hub/composition/operator.ts"
import type { Authorities } from "../../hub/fiscal/index.ts"
import { type RunningHub, startHub } from "../../hub/main.ts"
import type { Providers, Sandbox } from "../../hub/payments/providers/index.ts"
import { RETENTION_DEFAULTS } from "../../hub/retention/index.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock, type ManualClock } from "../../runtime/clock.ts"
import { type Log, silentLog } from "../../runtime/log.ts"
import type { OpenStore } from "./databases.ts"
import { KEY_FILE } from "./hub-templates.ts"
import { knowPin, watchedLog } from "./printed-secrets.ts"
import { tempDir, whenOver } from "./temp.ts"
import { KEY, NOW, testTenants } from "./tenants.ts"

export {
  ABSENT_PROVIDER,
  ACCOUNT_KEY,
  GLOBEX_KEY,
  KEY,
  NOW,
  READER_KEY,
  SISTER_KEY,
  SISTER_STORE,
  STORE,
  testTenants,
} from "./tenants.ts"

/** The authority is silent, so that only the tests that ask for its word hear it. */
const FAR_MS = 3_600_000

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
  another(providers: Providers, over?: Pick<TestHubOptions, "sandboxFiscalDelayMs">): Promise<TestHub>
}

export interface TestHubOptions {
  /** Another hub's database and key, to stand beside it. */
  readonly database?: string
  readonly secretKey?: string
  /** An external broker. */
  readonly mqtt?: string
  /** Its password file. */
  readonly mqttLogins?: string
  /** With the demo's clients of the legacy family. */
  readonly clients?: boolean
  readonly rateLimit?: number
  /** A proxy stands in front that speaks TLS. */
  readonly behindProxy?: boolean
  readonly requestLog?: "on" | "off"
  /** For what a hub may never write into its log. */
  readonly log?: Log
  /** How long the sandbox fiscal authority takes to rule. */
  readonly sandboxFiscalDelayMs?: number
  readonly providers?: Providers
  /** Fiscal authorities in place of the sandbox, or beside it. */
  readonly authorities?: Authorities
  /** The payment provider of the demo's account; it tells this hub what it hears. Without it, none is configured but one that is not there. */
  readonly sandbox?: Sandbox
  /** A key that the reference has in place. */
  readonly sandboxKey?: string
  /** False where rows are made up for their number alone: what they hold is no record. */
  readonly checkReplies?: boolean
  /** A provisioning file, for a fresh hub. */
  readonly tenants?: string
  /** Receivers of a test listen on loopback, and so does its sandbox provider. */
  readonly allowPrivateWebhooks?: boolean
}

export async function openTestHub(
  open: OpenStore,
  {
    clients = false,
    providers,
    authorities,
    sandbox,
    sandboxKey,
    tenants,
    checkReplies = true,
    log = watchedLog,
    ...options
  }: TestHubOptions = {},
): Promise<TestHub> {
  const clock = createManualClock(NOW)
  const fresh = tenants !== undefined && { database: await open.freshUrl() }
  const config = {
    ...(await testConfig(open, clients)),
    ...fresh,
    allowPrivateWebhooks: sandbox !== undefined,
    ...options,
  }
  const more = {
    ...(providers && { providers }),
    ...(authorities && { authorities }),
    ...(sandboxKey && { sandboxKey }),
  }
  const hub = await startHub(config, { log, clock, checkReplies, ...more })
  whenOver(() => hub.stop())
  if (sandbox || options.database || tenants) {
    const wish = { clients, ...(sandbox && { providerUrl: sandbox.url }) }
    const done = await hub.operator.provision(tenants ?? testTenants(wish))
    if (isRefusal(done)) throw new Error(done.message)
  }
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
    async another(those, over = {}) {
      const next = await startHub(
        { ...config, ...over },
        { log: watchedLog, clock, checkReplies: true, providers: those },
      )
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

async function testConfig(open: OpenStore, clients: boolean) {
  const data = tempDir()
  const { url, secretKey } = await open.provisioned(join(data, "hub.db"), clients)
  writeFileSync(join(data, KEY_FILE), secretKey)
  const socket = { host: "127.0.0.1", port: 0, mqttPort: 0, mqtt: null, mqttLogins: null }
  return {
    data,
    database: url,
    secretKey: null,
    logLevel: "silent" as const,
    rateLimit: 0,
    ...RETENTION_DEFAULTS,
    publicUrl: null,
    behindProxy: false,
    requestLog: "off" as const,
    sandboxFiscalDelayMs: FAR_MS,
    ...socket,
  }
}

export interface Asked {
  readonly method: string
  readonly body: unknown
  readonly key: string | null
  readonly headers?: Headings
}

export async function ask(url: string, { method, body, key, headers: more = {} }: Asked) {
  knowPin((body as { pin?: unknown } | null | undefined)?.pin)
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
