/** Deliveries, events and replays: users read them, resend a delivery and start a replay. */
import type {
  listAdminEvents,
  listDeliveries,
  listReplays,
  readDelivery,
  resendDelivery,
  startReplay,
} from "../../protocol/http/admin/deliveries.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import { fence } from "../storage/index.ts"
import { accountOf, recordAudit, tenantOf } from "../users/index.ts"
import {
  beginReplay,
  findDelivery,
  findEndpoint,
  readAttempts,
  readDeliveries,
  readDeliveriesOfEvents,
  readEvents,
  readReplays,
  sendAgain,
} from "../webhooks/index.ts"
import { type AdminDeps, readAfter } from "./deps.ts"
import { auditActOf, findVisibleEndpoint, noEndpoint, vendorsWithEvents, withEndpoint } from "./webhooks.ts"

export const listDeliveriesHandler =
  ({ store }: AdminDeps): Handler<typeof listDeliveries> =>
  async ({ params, query, caller }) => {
    const after = readAfter(query.after, 2)
    if (isRefusal(after)) return after
    return store.read(accountOf(caller), async (scope) => {
      const endpoint = await findVisibleEndpoint(scope, { caller, ...params })
      if (!endpoint) return noEndpoint()
      const size = sizeOf(query)
      const { vendorIds } = caller
      const page = { endpointId: endpoint.id, vendorIds, status: query.status, after, limit: size + 1 }
      const rows = await readDeliveries(scope, page)
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
      const attempts = await readAttempts(scope, delivery.deliveryId)
      return { status: 200, data: { delivery, body: Buffer.from(body).toString("utf8"), attempts } }
    })

export const resendDeliveryHandler =
  ({ store, ids }: AdminDeps): Handler<typeof resendDelivery> =>
  async ({ params, caller }) => {
    const request = { ...params, vendorIds: caller.vendorIds }
    const done = await store.write(accountOf(caller), async (tx) => {
      const found = await findDelivery(tx, request)
      const endpoint = found && (await findEndpoint(tx.system, found.endpointId))
      if (!found || !endpoint) return refuse("NOT_FOUND", "There is no such delivery.")
      const scope = fence(tx.system, { accountId: caller.accountId, vendorId: found.vendorId }, store.dialect)
      await sendAgain(scope, ids, { endpoint, eventKeys: [found.eventKey] })
      await recordAudit(tx, {
        personId: caller.personId,
        action: "webhooks.resend",
        subject: found.eventId,
        detail: { endpoint: found.endpoint },
        vendorIds: [found.vendorId],
      })
      const { eventKey: _key, body: _body, ...delivery } = (await findDelivery(tx, request)) ?? found
      return delivery
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export const listAdminEventsHandler =
  ({ store }: AdminDeps): Handler<typeof listAdminEvents> =>
  async ({ query, caller }) => {
    const after = readAfter(query.after, 2)
    if (isRefusal(after)) return after
    const tenant = tenantOf(caller, query.vendorId)
    if (isRefusal(tenant)) return tenant
    return store.read(tenant, async (scope) => {
      const size = sizeOf(query)
      const rows = await readEvents(scope, { type: query.type, eventId: query.eventId, after, limit: size + 1 })
      const page = cursorPage(rows, size, (row) => [row.created_at, row.id])
      const keys = page.items.map(({ id }) => id)
      const deliveries = await readDeliveriesOfEvents(scope, keys)
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
    const wrongSpan = checkSpan(body)
    if (wrongSpan) return wrongSpan
    const [from, to] = [new Date(body.from).toISOString(), new Date(body.to).toISOString()]
    const done = await withEndpoint(deps, { caller, ...params }, async (tx, endpoint) => {
      for (const vendorId of await vendorsWithEvents(tx, endpoint, caller)) {
        const scope = fence(tx.system, { accountId: caller.accountId, vendorId }, deps.store.dialect)
        await beginReplay(scope, deps.ids, { from, to, endpointId: endpoint.id })
      }
      await recordAudit(tx, { ...auditActOf(caller, endpoint, "webhooks.replay"), detail: { from, to } })
      return { replays: await readReplays(tx, { endpointId: endpoint.id, vendorIds: caller.vendorIds }) }
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export const listReplaysHandler =
  ({ store }: AdminDeps): Handler<typeof listReplays> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const endpoint = await findVisibleEndpoint(scope, { caller, ...params })
      if (!endpoint) return noEndpoint()
      const replays = await readReplays(scope, { endpointId: endpoint.id, vendorIds: caller.vendorIds })
      return { status: 200, data: { replays } }
    })
