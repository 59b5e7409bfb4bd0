/** The dashboard's search for orders, and the timeline of one order. */
import type { FoundOrder, readTimeline, searchOrders } from "../../protocol/http/admin/orders.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { redact } from "../../protocol/rules/requests/redact.ts"
import { isAmong } from "../../protocol/rules/users/user-roles.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { OrderRecord } from "../../protocol/shapes/order.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import type { TimelineEntry } from "../../protocol/shapes/timeline.ts"
import { searchOrders as search } from "../orders/index.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { commandsOfOrder, deadLettersOfOrder } from "../sync/index.ts"
import { requireStore } from "../tenants/index.ts"
import { accountOf, nameOfActor, vendorsRequested } from "../users/index.ts"
import { timelineOf } from "./timeline.ts"
import {
  type Found,
  findOrderOfAccount,
  readCorrections,
  readDeliveries,
  readDocuments,
  readLinks,
  readOrderEvents,
  readReports,
} from "./timeline-store.ts"

export interface TimelineDeps {
  readonly store: HubStore
}

/** Only roles that answer guests see a guest's data. */
export function seesBuyers({ role }: Pick<UserCaller, "role">): boolean {
  return isAmong(role, "operations")
}

export const searchOrdersHandler =
  ({ store }: TimelineDeps): Handler<typeof searchOrders> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) {
      return invalid({ path: "after", message: "is not the `next` of a page" })
    }
    const { storeId, status, from, to } = query
    const turned = checkSpan({ from, to })
    if (turned) return turned
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const size = sizeOf(query)
    const asked = { vendorIds, storeId: storeId?.toLowerCase(), status, from, to, after, size }
    const wish = { ...asked, search: query.search?.trim() ?? "", seesBuyers: seesBuyers(caller) }
    const orders = await store.read(accountOf(caller), (scope) => search(scope, wish))
    const page = cursorPage(orders, size, ({ createdAt, id }) => [createdAt, id])
    return { status: 200, data: { items: page.items.map(toFound), next: page.next } }
  }

export const readTimelineHandler =
  ({ store }: TimelineDeps): Handler<typeof readTimeline> =>
  async ({ params, caller }) => {
    const orderId = params.orderId.toLowerCase()
    const found = await store.read(accountOf(caller), (scope) => findOrderOfAccount(scope, orderId))
    if (!found || !caller.vendorIds.includes(found.tenant.vendorId)) {
      return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
    }
    const showsBuyers = seesBuyers(caller)
    const data = await store.read(found.tenant, (scope) => readAll(scope, found, { showsBuyers }))
    return { status: 200, data }
  }

/** Whether a list has reached its limit: the page then shows that there is more. */
const LONG = 200

async function readAll(scope: TenantRead, { order, home }: Found, { showsBuyers }: { showsBuyers: boolean }) {
  const events = await readOrderEvents(scope, order.id)
  const { deliveries, attempts } = await readDeliveries(scope, events)
  const reports = await readReports(scope, order.id)
  const about = { storeId: order.storeId, names: [order.id, order.orderExternal] }
  const facts = {
    order,
    home,
    corrections: await readCorrections(scope, order.id),
    events,
    deliveries,
    attempts,
    reports,
    documents: await readDocuments(scope, order.orderExternal),
    links: await readLinks(scope, order.orderExternal),
    commands: await commandsOfOrder(scope, about),
    parked: await deadLettersOfOrder(scope, about),
    showsBuyers,
  }
  const { timeZone, countryCode } = await requireStore(scope, order.storeId)
  return {
    order: toFound(order),
    home,
    timeZone,
    countryCode,
    timeline: await namedBy(scope, timelineOf(facts)),
    cut: [events, attempts, reports].some((list) => list.length >= LONG),
    record: redact(OrderRecord, order, { showsPersonal: showsBuyers }),
    showsBuyers,
  }
}

/** Adds the names of users and keys. */
async function namedBy(scope: TenantRead, timeline: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
  const actors = [...new Set(timeline.map(({ by }) => by))]
  const names = new Map<string | null, string | null>()
  for (const actor of actors) names.set(actor, await nameOfActor(scope, actor))
  return timeline.map((entry) => ({ ...entry, by: names.get(entry.by) ?? null }))
}

function toFound(order: OrderRecord): FoundOrder {
  const { id, orderCode, orderExternal, vendorId, storeId, store, status, paymentStatus, channel } = order
  const { businessDayDate, createdAt, settlement, totals, currencyCode } = order
  const total = settlement?.total ?? totals.find(({ code }) => code === "TOTAL")?.amount ?? null
  const place = { vendorId, storeId, storeCode: store.code, storeName: store.name }
  const when = { businessDayDate, createdAt }
  return { id, orderCode, orderExternal, ...place, status, paymentStatus, channel, ...when, total, currencyCode }
}
