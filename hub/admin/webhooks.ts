/** Webhook endpoints as people look at them and change them; each change leaves its line in the trail. */
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
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { fence, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { checkAddress } from "../tenants/index.ts"
import { type AuditAct, accountOf, inVendor, recordAudit } from "../users/index.ts"
import {
  allEndpoints,
  changeEndpoint,
  createEndpoint,
  createWebhookSecret,
  type Endpoint,
  findEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  vendorsOf,
} from "../webhooks/index.ts"
import { countUpTo, lastTaken } from "./deliveries-store.ts"
import { type AdminDeps, refuseForeign } from "./deps.ts"
import { BAD_CURSOR } from "./keys.ts"

export const listWebhooksHandler =
  ({ store }: AdminDeps): Handler<typeof listWebhooks> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 1)
    if (query.after !== undefined && !after) return invalid(BAD_CURSOR)
    const size = sizeOf(query)
    return store.read(accountOf(caller), async (scope) => {
      // As many as a person has made by hand: rows are few, how each fares is counted for one page.
      const all = await allEndpoints(scope.system, caller.accountId)
      const seen = all.filter(({ vendorId }) => vendorId === null || caller.vendorIds.includes(vendorId))
      const rest = after ? seen.filter(({ name }) => name > (after[0] ?? "")) : seen
      const page = cursorPage(rest, size, ({ name }) => [name])
      const items: WebhookEndpoint[] = []
      for (const one of page.items) items.push(await viewOf(scope, caller, one))
      return { status: 200 as const, data: { items, next: page.next, eventTypes: [...EVENT_TYPES] } }
    })
  }

export const readWebhookHandler =
  ({ store }: AdminDeps): Handler<typeof readWebhook> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const endpoint = await endpointSeen(scope, { caller, ...params })
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
      const wish = { ...body, name: body.name.trim(), accountId: caller.accountId }
      const { endpointId, secret } = await createEndpoint(tx.system, deps, wish)
      const detail = { url: body.url, events: body.events, vendorId: body.vendorId }
      await recordAudit(tx, { ...auditActOf(caller, wish, "webhooks.create"), detail })
      return { endpoint: await viewAgain(tx, caller, endpointId), secret }
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
      return viewAgain(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const rotateWebhookHandler =
  (deps: AdminDeps): Handler<typeof rotateWebhook> =>
  async ({ params, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      const wish = { endpoint, secret: createWebhookSecret() }
      const { secret } = await rotateSecret(tx.system, deps.secretKey, wish)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.rotate"))
      return { endpoint: await viewAgain(tx, caller, endpoint.id), secret }
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const pauseWebhookHandler =
  (deps: AdminDeps): Handler<typeof pauseWebhook> =>
  async ({ params, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      await pauseEndpoint(tx.system, endpoint)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.pause"))
      return viewAgain(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const resumeWebhookHandler =
  (deps: AdminDeps): Handler<typeof resumeWebhook> =>
  async ({ params, caller }) => {
    const rooms = { ids: deps.ids, dialect: deps.store.dialect }
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      await resumeEndpoint(tx.system, rooms, endpoint)
      await recordAudit(tx, auditActOf(caller, endpoint, "webhooks.resume"))
      return viewAgain(tx, caller, endpoint.id)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const testWebhookHandler =
  (deps: AdminDeps): Handler<typeof testWebhook> =>
  async ({ params, body, caller }) => {
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      const vendorId = endpoint.vendorId ?? caller.vendorIds[0]
      if (vendorId === undefined) return refuse("NOT_FOUND", "The account has no vendor.")
      const own = fence(tx.system, { accountId: caller.accountId, vendorId }, deps.store.dialect)
      const sent = await testEndpoint(own, deps.ids, { endpoint, type: body.type })
      const detail = { type: body.type, eventId: sent.eventId }
      await recordAudit(tx, { ...auditActOf(caller, endpoint, "webhooks.test"), detail })
      return sent
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export interface EndpointRequest {
  readonly caller: UserCaller
  readonly endpointId: string
}

/** In one transaction of the account; an endpoint that the person may not change is as unknown as one that is not there. */
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

/** One that the person may look at: their vendors' and the whole account's. */
export async function endpointSeen(
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

/** Whose events an endpoint hears, of those that the person sees. */
export async function vendorsWithEvents(scope: TenantRead, { accountId, vendorId }: Endpoint, caller: UserCaller) {
  const heard = vendorId === null ? await vendorsOf(scope.system, accountId) : [vendorId]
  return heard.filter((id) => caller.vendorIds.includes(id))
}

function faultsOf({ url, events }: { url?: string | undefined; events?: readonly string[] | undefined }): Fault[] {
  return [
    ...(url === undefined ? [] : checkAddress(url, "url")),
    ...(events ?? []).flatMap((entry, index) =>
      isEventFilter(entry) ? [] : [{ path: `events.${index}`, message: `"${entry}" is no event` }],
    ),
  ]
}

async function viewAgain(tx: TenantWrite, caller: UserCaller, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(tx.system as unknown as TenantRead["system"], endpointId)
  if (!endpoint) throw new Error(`no endpoint ${endpointId}`)
  return viewOf(tx, caller, endpoint)
}

/** How it fares is told of the vendors that the person sees, also of an endpoint that hears the whole account. */
async function viewOf(scope: TenantRead, { limitedTo }: UserCaller, endpoint: Endpoint): Promise<WebhookEndpoint> {
  const { id: endpointId, oldSecretSealed, oldSecretUntil, disabledAt, failingSince } = endpoint
  const heard = { endpointId, vendorIds: endpoint.vendorId === null ? limitedTo : null }
  const overlaps = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > scope.now
  const count = (status: "waiting" | "held" | "dead") => countUpTo(scope, { ...heard, status, most: COUNT_MAX })
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
    lastTakenAt: await lastTaken(scope, heard),
    waiting: await count("waiting"),
    held: await count("held"),
    dead: await count("dead"),
  }
}
