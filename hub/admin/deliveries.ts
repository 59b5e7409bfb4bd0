/** Deliveries, events and replays as people look at them and set them going again. */
import type {
  listAdminEvents,
  listDeliveries,
  listReplays,
  readDelivery,
  resendDelivery,
  startReplay,
} from "../../protocol/http/admin/deliveries.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import { fence } from "../storage/index.ts"
import { accountOf, recordAudit, tenantOf } from "../users/index.ts"
import { beginReplay, findEndpoint, sendAgain } from "../webhooks/index.ts"
import {
  attemptsOfDelivery,
  deliveriesOfKeys,
  findDelivery,
  readDeliveries,
  readEvents,
  replaysOf,
} from "./deliveries-store.ts"
import type { AdminDeps } from "./deps.ts"
import { auditActOf, endpointSeen, noEndpoint, vendorsWithEvents, withEndpoint } from "./webhooks.ts"

export const BAD_CURSOR = { path: "after", message: "is not the `next` of a page" }

/** The cursor's parts; a refusal when there is one that is none. */
export function afterOf(word: string | undefined, count: number) {
  if (word === undefined) return null
  return readCursor(word, count) ?? invalid(BAD_CURSOR)
}

export const listDeliveriesHandler =
  ({ store }: AdminDeps): Handler<typeof listDeliveries> =>
  async ({ params, query, caller }) => {
    const after = afterOf(query.after, 2)
    if (isRefusal(after)) return after
    return store.read(accountOf(caller), async (scope) => {
      const endpoint = await endpointSeen(scope, { caller, ...params })
      if (!endpoint) return noEndpoint()
      const size = sizeOf(query)
      const { vendorIds } = caller
      const asked = { endpointId: endpoint.id, vendorIds, status: query.status, after, limit: size + 1 }
      const rows = await readDeliveries(scope, asked)
      return { status: 200, data: cursorPage(rows, size, (row) => [row.createdAt, row.deliveryId]) }
    })
  }

export const readDeliveryHandler =
  ({ store }: AdminDeps): Handler<typeof readDelivery> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const found = await findDelivery(scope, { ...params, vendorIds: caller.vendorIds })
      if (!found) return refuse("NOT_FOUND", "There is no such delivery.")
      const { eventKey: _key, body, ...delivery } = found
      const attempts = await attemptsOfDelivery(scope, delivery.deliveryId)
      return { status: 200, data: { delivery, body: Buffer.from(body).toString("utf8"), attempts } }
    })

export const resendDeliveryHandler =
  ({ store, ids }: AdminDeps): Handler<typeof resendDelivery> =>
  async ({ params, caller }) => {
    const wish = { ...params, vendorIds: caller.vendorIds }
    const done = await store.write(accountOf(caller), async (tx) => {
      const found = await findDelivery(tx, wish)
      const endpoint = found && (await findEndpoint(tx.system, found.endpointId))
      if (!found || !endpoint) return refuse("NOT_FOUND", "There is no such delivery.")
      const own = fence(tx.system, { accountId: caller.accountId, vendorId: found.vendorId }, store.dialect)
      await sendAgain(own, ids, { endpoint, eventKeys: [found.eventKey] })
      await recordAudit(tx, {
        personId: caller.personId,
        action: "webhooks.resend",
        subject: found.eventId,
        detail: { endpoint: found.endpoint },
        vendorIds: [found.vendorId],
      })
      const { eventKey: _key, body: _body, ...delivery } = (await findDelivery(tx, wish)) ?? found
      return delivery
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export const listAdminEventsHandler =
  ({ store }: AdminDeps): Handler<typeof listAdminEvents> =>
  async ({ query, caller }) => {
    const after = afterOf(query.after, 2)
    if (isRefusal(after)) return after
    const tenant = tenantOf(caller, query.vendorId)
    if (isRefusal(tenant)) return tenant
    return store.read(tenant, async (scope) => {
      const size = sizeOf(query)
      const rows = await readEvents(scope, { type: query.type, eventId: query.eventId, after, limit: size + 1 })
      const page = cursorPage(rows, size, (row) => [row.created_at, row.id])
      const keys = page.items.map(({ id }) => id)
      const deliveries = await deliveriesOfKeys(scope, keys)
      const items = page.items.map((row) => ({
        eventId: row.event_id,
        type: row.type,
        vendorId: query.vendorId,
        orderId: row.order_id,
        createdAt: row.created_at,
        deliveries: deliveries.filter(({ key }) => key === row.id).map(({ delivery }) => delivery),
      }))
      return { status: 200, data: { items, next: page.next } }
    })
  }

export const startReplayHandler =
  (deps: AdminDeps): Handler<typeof startReplay> =>
  async ({ params, body, caller }) => {
    const turned = checkSpan(body)
    if (turned) return turned
    const [from, to] = [new Date(body.from).toISOString(), new Date(body.to).toISOString()]
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      for (const vendorId of await vendorsWithEvents(tx, endpoint, caller)) {
        const own = fence(tx.system, { accountId: caller.accountId, vendorId }, deps.store.dialect)
        await beginReplay(own, deps.ids, { from, to, endpointId: endpoint.id })
      }
      await recordAudit(tx, { ...auditActOf(caller, endpoint, "webhooks.replay"), detail: { from, to } })
      return { replays: await replaysOf(tx, { endpointId: endpoint.id, vendorIds: caller.vendorIds }) }
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export const listReplaysHandler =
  ({ store }: AdminDeps): Handler<typeof listReplays> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const endpoint = await endpointSeen(scope, { caller, ...params })
      if (!endpoint) return noEndpoint()
      const replays = await replaysOf(scope, { endpointId: endpoint.id, vendorIds: caller.vendorIds })
      return { status: 200, data: { replays } }
    })
