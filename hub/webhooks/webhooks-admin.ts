/** An operator's actions on webhooks: list, test, redeliver, replay a period, rotate a secret, disable and enable. */
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore, Tenant } from "../storage/index.ts"
import { attemptsOf, countDeliveries, type DeliveryCount, type EventAttempt, tenantOfEvent } from "./admin-store.ts"
import { pauseEndpoint, resumeEndpoint, rotateSecret, testEndpoint } from "./change-endpoint.ts"
import { allEndpoints, type Endpoint, vendorsOf } from "./endpoints-store.ts"
import { redeliver } from "./redeliver-event.ts"
import { beginReplay, stepReplay } from "./replay.ts"
import type { Replay } from "./replays-store.ts"
import { createWebhookSecret } from "./secret.ts"

const ATTEMPTS_MAX = 100

export interface EndpointView
  extends Pick<
    Endpoint,
    "id" | "accountId" | "vendorId" | "name" | "url" | "events" | "failingSince" | "disabledAt" | "disabledWhy"
  > {
  readonly rotatingUntil: string | null
  readonly deliveries: readonly DeliveryCount[]
}

export interface EndpointRef {
  readonly name: string
  /** Needed if two accounts have an endpoint of this name. */
  readonly account?: string | undefined
}

interface ReplayOptions {
  readonly from: string
  readonly to: string
  readonly account?: string | undefined
  /** The name of one endpoint. */
  readonly endpoint?: string | undefined
  /** Called after each batch. */
  readonly progress?: (replay: Replay) => void
}

export interface WebhooksAdmin {
  list(account?: string): Promise<EndpointView[]>
  attempts(eventId: string): Promise<EventAttempt[]>
  test(endpoint: EndpointRef): Promise<{ eventId: string } | Refusal>
  resend(eventId: string, endpoint?: string): Promise<Awaited<ReturnType<typeof redeliver>>>
  /** Resolves when all events of the period have deliveries. After a crash the hub continues. */
  replay(options: ReplayOptions): Promise<{ events: number; deliveries: number } | Refusal>
  rotate(endpoint: EndpointRef, secret?: string): Promise<{ secret: string; oldUntil: string } | Refusal>
  enable(endpoint: EndpointRef): Promise<{ changed: boolean } | Refusal>
  disable(endpoint: EndpointRef): Promise<{ changed: boolean } | Refusal>
}

interface WebhooksAdminDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly secretKey: Buffer
}

export function createWebhooksAdmin(deps: WebhooksAdminDeps): WebhooksAdmin {
  const { store, ids } = deps
  const withEndpoint = async <T>(ref: EndpointRef, work: (endpoint: Endpoint) => Promise<T>): Promise<T | Refusal> => {
    const endpoint = await find(store, ref)
    return isRefusal(endpoint) ? endpoint : work(endpoint)
  }
  return {
    list: (account) => store.system.read(async (scope) => viewAll(await allEndpoints(scope, account), scope)),
    attempts: (eventId) => store.system.read((scope) => attemptsOf(scope, { eventId, limit: ATTEMPTS_MAX })),
    test: (ref) => withEndpoint(ref, (endpoint) => sendTest(deps, endpoint)),
    async resend(eventId, endpoint) {
      const tenant = await store.system.read((scope) => tenantOfEvent(scope, eventId))
      if (!tenant) return refuse("NOT_FOUND", `There is no event ${eventId}.`)
      return store.write(tenant, (tx) => redeliver(tx, ids, { eventId, endpoint: endpoint ?? null }))
    },
    replay: (options) => replayAll(deps, options),
    rotate: (ref, secret) =>
      withEndpoint(ref, (endpoint) =>
        store.system.write((tx) =>
          rotateSecret(tx, deps.secretKey, { endpoint, secret: secret ?? createWebhookSecret() }),
        ),
      ),
    enable: (ref) =>
      withEndpoint(ref, (endpoint) =>
        store.system.write((tx) => resumeEndpoint(tx, { ids, dialect: store.dialect }, endpoint)),
      ),
    disable: (ref) => withEndpoint(ref, (endpoint) => store.system.write((tx) => pauseEndpoint(tx, endpoint))),
  }
}

async function viewAll(endpoints: readonly Endpoint[], scope: Parameters<typeof countDeliveries>[0]) {
  const views: EndpointView[] = []
  for (const endpoint of endpoints) {
    const { secretSealed: _new, oldSecretSealed: _old, oldSecretUntil, ...shown } = endpoint
    const overlaps = oldSecretUntil !== null && oldSecretUntil > scope.now
    const deliveries = await countDeliveries(scope, endpoint.id)
    views.push({ ...shown, rotatingUntil: overlaps ? oldSecretUntil : null, deliveries })
  }
  return views
}

async function find(
  store: HubStore,
  { name, account }: EndpointRef,
): Promise<Endpoint | Refusal<"NOT_FOUND" | "CONFLICT">> {
  const all = await store.system.read((scope) => allEndpoints(scope, account))
  const [one, other] = all.filter((endpoint) => endpoint.name === name)
  if (!one) return refuse("NOT_FOUND", `There is no webhook endpoint ${name}.`)
  if (other) return refuse("CONFLICT", `Several accounts have an endpoint ${name}: say which with --account.`)
  return one
}

/** Sends a test event to this endpoint alone, whatever its filter. */
async function sendTest({ store, ids }: WebhooksAdminDeps, endpoint: Endpoint): Promise<{ eventId: string } | Refusal> {
  const { accountId } = endpoint
  const vendorId = endpoint.vendorId ?? (await store.system.read((scope) => vendorsOf(scope, accountId)))[0]
  if (vendorId === undefined) return refuse("NOT_FOUND", "Its account has no vendor.")
  return store.write({ accountId, vendorId }, async (tx) => {
    const { eventId } = await testEndpoint(tx, ids, { endpoint })
    return { eventId }
  })
}

async function replayAll({ store, ids }: WebhooksAdminDeps, options: ReplayOptions) {
  const from = momentOf(options.from)
  const to = momentOf(options.to)
  if (from === null || to === null) return invalid({ path: "from", message: "from and to must be moments in ISO 8601" })
  const turned = checkSpan({ from, to })
  if (turned) return turned
  const endpoint =
    options.endpoint === undefined ? null : await find(store, { name: options.endpoint, account: options.account })
  if (isRefusal(endpoint)) return endpoint
  let events = 0
  let deliveries = 0
  for (const tenant of await tenantsOf(store, options.account ?? endpoint?.accountId, endpoint)) {
    const begun = await store.write(tenant, (tx) =>
      beginReplay(tx, ids, { from, to, endpointId: endpoint?.id ?? null }),
    )
    let replay = begun
    while (replay && replay.endedAt === null) {
      const { id } = replay
      replay = await store.write(tenant, (tx) => stepReplay(tx, ids, id))
      if (replay) options.progress?.(replay)
    }
    events += replay?.seen ?? 0
    deliveries += replay?.queued ?? 0
  }
  return { events, deliveries }
}

/** The tenants whose events can match: the endpoint's vendor, its account, or every account that has an endpoint. */
async function tenantsOf(store: HubStore, account: string | undefined, endpoint: Endpoint | null): Promise<Tenant[]> {
  return store.system.read(async (scope) => {
    const endpoints = endpoint ? [endpoint] : await allEndpoints(scope, account)
    const tenants = new Map<string, Tenant>()
    for (const { accountId, vendorId } of endpoints) {
      for (const one of vendorId === null ? await vendorsOf(scope, accountId) : [vendorId]) {
        tenants.set(one, { accountId, vendorId: one })
      }
    }
    return [...tenants.values()]
  })
}

function momentOf(text: string): string | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
