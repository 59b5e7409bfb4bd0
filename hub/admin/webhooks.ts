/** Webhook endpoints: users list, create, change, rotate, pause, resume and test them. Each change gets an audit entry. */
import { isEventFilter } from "../../protocol/events/event-filter.ts"
import { EVENT_TYPES } from "../../protocol/events/event-table.ts"
import {
  COUNT_MAX,
  type changeWebhook,
  type createWebhook,
  type listWebhooks,
  type pauseWebhook,
  type readWebhook,
  type resumeWebhook,
  type rotateWebhook,
  type testWebhook,
  type WebhookEndpoint,
} from "../../protocol/http/admin/webhooks.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { type Fault, invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { fence, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { checkAddress } from "../tenants/index.ts"
import { type AuditAct, accountOf, inVendor, recordAudit } from "../users/index.ts"
import {
  allEndpoints,
  changeEndpoint,
  countUpTo,
  createEndpoint,
  createWebhookSecret,
  type Endpoint,
  findEndpoint,
  lastDeliveredAt,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  vendorsOf,
} from "../webhooks/index.ts"
import { type AdminDeps, readAfter, refuseForeign } from "./deps.ts"

export const listWebhooksHandler =
  ({ store }: AdminDeps): Handler<typeof listWebhooks> =>
  async ({ query, caller }) => {
    const after = readAfter(query.after, 1)
    if (isRefusal(after)) return after
    const size = sizeOf(query)
    return store.read(accountOf(caller), async (scope) => {
      // An account has few endpoints, so all are read. Deliveries are counted only for the endpoints of this page.
      const all = await allEndpoints(scope.system, caller.accountId)
      const seen = all.filter(({ vendorId }) => vendorId === null || caller.vendorIds.includes(vendorId))
      const rest = after ? seen.filter(({ name }) => name > (after[0] ?? "")) : seen
      const page = cursorPage(rest, size, ({ name }) => [name])
      const items: WebhookEndpoint[] = []
      for (const endpoint of page.items) items.push(await viewOf(scope, caller, endpoint))
      return { status: 200 as const, data: { items, next: page.next, eventTypes: [...EVENT_TYPES] } }
    })
  }

export const readWebhookHandler =
  ({ store }: AdminDeps): Handler<typeof readWebhook> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const endpoint = await findVisibleEndpoint(scope, { caller, ...params })
      return endpoint ? { status: 200 as const, data: await viewOf(scope, caller, endpoint) } : noEndpoint()
    })

export const createWebhookHandler =
  (deps: AdminDeps): Handler<typeof createWebhook> =>
  async ({ body, caller }) => {
    const faults = faultsOf(body)
    if (faults.length > 0) return invalid(...faults)
    const done = await deps.store.write(accountOf(caller), async (tx) => {
      const foreign = refuseForeign(caller, body.vendorId)
      if (foreign) return foreign
      const all = await allEndpoints(tx.system, caller.accountId)
      if (all.some(({ name }) => name === body.name.trim())) {
        return refuse("CONFLICT", `There is an endpoint ${body.name.trim()} already.`)
      }
      const input = { ...body, name: body.name.trim(), accountId: caller.accountId }
      const { endpointId, secret } = await createEndpoint(tx.system, deps, input)
      const detail = { url: body.url, events: body.events, vendorId: body.vendorId }
      await recordAudit(tx, { ...auditActOf(caller, input, "webhooks.create"), detail })
      return { endpoint: await readView(tx, caller, endpointId), secret }
    })
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const changeWebhookHandler =
  (deps: AdminDeps): Handler<typeof changeWebhook> =>
  async ({ params, body, caller }) => {
    const faults = faultsOf(body)
    if (faults.length > 0) return invalid(...faults)
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      await changeEndpoint(tx.system, endpoint.id, {
        ...(body.url !== undefined && { url: body.url }),
        ...(body.events !== undefined && { events: JSON.stringify(body.events) }),
      })
      await recordAudit(tx, { ...auditActOf(caller, endpoint, "webhooks.change"), detail: { ...body } })
      return readView(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const rotateWebhookHandler =
  (deps: AdminDeps): Handler<typeof rotateWebhook> =>
  async ({ params, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      const rotation = { endpoint, secret: createWebhookSecret() }
      const { secret } = await rotateSecret(tx.system, deps.secretKey, rotation)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.rotate"))
      return { endpoint: await readView(tx, caller, endpoint.id), secret }
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const pauseWebhookHandler =
  (deps: AdminDeps): Handler<typeof pauseWebhook> =>
  async ({ params, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      await pauseEndpoint(tx.system, endpoint)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.pause"))
      return readView(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const resumeWebhookHandler =
  (deps: AdminDeps): Handler<typeof resumeWebhook> =>
  async ({ params, caller }) => {
    const resumeDeps = { ids: deps.ids, dialect: deps.store.dialect }
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      await resumeEndpoint(tx.system, resumeDeps, endpoint)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.resume"))
      return readView(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const testWebhookHandler =
  (deps: AdminDeps): Handler<typeof testWebhook> =>
  async ({ params, body, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      const vendorId = endpoint.vendorId ?? caller.vendorIds[0]
      if (vendorId === undefined) return refuse("NOT_FOUND", "The account has no vendor.")
      const scope = fence(tx.system, { accountId: caller.accountId, vendorId }, deps.store.dialect)
      const sent = await testEndpoint(scope, deps.ids, { endpoint, type: body.type })
      const detail = { type: body.type, eventId: sent.eventId }
      await recordAudit(tx, { ...auditActOf(caller, endpoint, "webhooks.test"), detail })
      return sent
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

interface EndpointRequest {
  readonly caller: UserCaller
  readonly endpointId: string
}

/** Runs `work` in a transaction of the account. An endpoint that the user may not change is answered as if it did not exist. */
export function withEndpoint<T>(
  { store }: Pick<AdminDeps, "store">,
  { caller, endpointId }: EndpointRequest,
  work: (tx: TenantWrite, endpoint: Endpoint) => Promise<T>,
): Promise<T | Refusal<"NOT_FOUND">> {
  return store.write(accountOf(caller), async (tx) => {
    const endpoint = await findEndpoint(tx.system, endpointId)
    if (endpoint?.accountId !== caller.accountId) return noEndpoint()
    return refuseForeign(caller, endpoint.vendorId) ? noEndpoint() : work(tx, endpoint)
  })
}

/** An endpoint that the user may see: one of their vendors or of the whole account. Null otherwise. */
export async function findVisibleEndpoint(
  scope: TenantRead,
  { caller, endpointId }: EndpointRequest,
): Promise<Endpoint | null> {
  const endpoint = await findEndpoint(scope.system, endpointId)
  if (endpoint?.accountId !== caller.accountId) return null
  return endpoint.vendorId === null || caller.vendorIds.includes(endpoint.vendorId) ? endpoint : null
}

export function auditActOf(
  { personId }: UserCaller,
  { name, vendorId }: Pick<Endpoint, "name" | "vendorId">,
  action: AuditAct["action"],
): AuditAct {
  return { personId, action, subject: name, vendorIds: inVendor(vendorId) }
}

export function noEndpoint(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "There is no such webhook endpoint.")
}

/** The vendors whose events the endpoint receives and which the user may see. */
export async function vendorsWithEvents(scope: TenantRead, { accountId, vendorId }: Endpoint, caller: UserCaller) {
  const vendors = vendorId === null ? await vendorsOf(scope.system, accountId) : [vendorId]
  return vendors.filter((id) => caller.vendorIds.includes(id))
}

function faultsOf({ url, events }: { url?: string | undefined; events?: readonly string[] | undefined }): Fault[] {
  return [
    ...(url === undefined ? [] : checkAddress(url, "url")),
    ...(events ?? []).flatMap((entry, index) =>
      isEventFilter(entry) ? [] : [{ path: `events.${index}`, message: `"${entry}" is no event` }],
    ),
  ]
}

async function readView(tx: TenantWrite, caller: UserCaller, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(tx.system as unknown as TenantRead["system"], endpointId)
  if (!endpoint) throw new Error(`no endpoint ${endpointId}`)
  return viewOf(tx, caller, endpoint)
}

/** The counts cover only vendors that the user may see, also for an endpoint that receives events of the whole account. */
async function viewOf(scope: TenantRead, { limitedTo }: UserCaller, endpoint: Endpoint): Promise<WebhookEndpoint> {
  const { id: endpointId, oldSecretSealed, oldSecretUntil, disabledAt, failingSince } = endpoint
  const counted = { endpointId, vendorIds: endpoint.vendorId === null ? limitedTo : null }
  const overlaps = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > scope.now
  const count = (status: "waiting" | "held" | "dead") => countUpTo(scope, { ...counted, status, most: COUNT_MAX })
  return {
    endpointId,
    name: endpoint.name,
    url: endpoint.url,
    vendorId: endpoint.vendorId,
    events: [...endpoint.events],
    state: disabledAt !== null ? "paused" : failingSince !== null ? "failing" : "taking",
    createdAt: endpoint.createdAt,
    failingSince,
    pausedAt: disabledAt,
    pausedWhy: endpoint.disabledWhy,
    rotatingUntil: overlaps ? oldSecretUntil : null,
    lastTakenAt: await lastDeliveredAt(scope, counted),
    waiting: await count("waiting"),
    held: await count("held"),
    dead: await count("dead"),
  }
}
