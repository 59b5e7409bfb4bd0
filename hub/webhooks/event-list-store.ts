/** The events of a vendor as a list, each with its deliveries. */
import type { ExpressionBuilder } from "kysely"
import type { EventListQuery } from "../../protocol/http/events.ts"
import { readPage, type Stretch, stretchOf } from "../../protocol/shapes/page.ts"
import type { HubTables, TenantRead } from "../storage/index.ts"

export interface ListedEvent {
  readonly key: string
  readonly eventId: string
  readonly type: string
  readonly version: number
  readonly orderId: string | null
  readonly sequence: number
  readonly createdAt: string
  readonly body: Uint8Array
}

export interface ListedDelivery {
  readonly eventKey: string
  readonly endpoint: string
  readonly status: string
  readonly attempts: number
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly updatedAt: string
  readonly deliveredAt: string | null
}

/** One page, newest first; `from` and `to` are moments in UTC. */
export async function listEvents(
  scope: TenantRead,
  query: EventListQuery,
): Promise<{ events: ListedEvent[]; total: number }> {
  const orderIds = query.orderId === undefined ? null : await orderIdsOf(scope, query.orderId)
  const counted = await filtered(scope, query, orderIds)
    .select((select) => select.fn.countAll().as("count"))
    .executeTakeFirst()
  const total = Number(counted?.count ?? 0)
  const stretch = stretchOf(total, readPage(query))
  if (stretch.limit === 0) return { events: [], total }
  return { events: await pageOf(scope, { query, orderIds, stretch }), total }
}

interface PageAsked {
  readonly query: EventListQuery
  readonly orderIds: readonly string[] | null
  readonly stretch: Stretch
}

async function pageOf(scope: TenantRead, { query, orderIds, stretch }: PageAsked): Promise<ListedEvent[]> {
  const way = stretch.fromEnd ? "asc" : "desc"
  const rows = await filtered(scope, query, orderIds)
    .select(COLUMNS)
    .orderBy("created_at", way)
    .orderBy("id", way)
    .offset(stretch.offset)
    .limit(stretch.limit)
    .execute()
  const events = rows.map(toEvent)
  return stretch.fromEnd ? events.reverse() : events
}

const COLUMNS = ["id", "event_id", "type", "version", "order_id", "sequence", "created_at", "body"] as const

function toEvent(row: Pick<HubTables["event"], (typeof COLUMNS)[number]>): ListedEvent {
  return {
    key: row.id,
    eventId: row.event_id,
    type: row.type,
    version: row.version,
    orderId: row.order_id,
    sequence: row.sequence,
    createdAt: row.created_at,
    body: row.body,
  }
}

export interface Behind {
  readonly at: string
  readonly key: string
  /** A name, or a family such as `order.*`. */
  readonly type?: string | undefined
  readonly limit: number
}

/** The events behind a moment and key, oldest first. */
export async function eventsBehind(scope: TenantRead, { at, key, type, limit }: Behind): Promise<ListedEvent[]> {
  let query = scope
    .select("event")
    .select(COLUMNS)
    .where("created_at", ">=", at)
    .where((where) => where.or([where("created_at", ">", at), where("id", ">", key)]))
  if (type !== undefined) query = query.where(ofType(type))
  const rows = await query.orderBy("created_at").orderBy("id").limit(limit).execute()
  return rows.map(toEvent)
}

/** A name, a family such as `order.*`, or `*` for all. */
function ofType(type: string) {
  return (where: ExpressionBuilder<HubTables, "event">) => {
    if (type === "*") return where.lit(true)
    if (!type.endsWith(".*")) return where("type", "=", type)
    return where("type", "like", `${type.slice(0, -1).replaceAll(/[%_\\]/g, "")}%`)
  }
}

function filtered(scope: TenantRead, { type, status, from, to }: EventListQuery, orderIds: readonly string[] | null) {
  let query = scope.select("event")
  if (type !== undefined) query = query.where(ofType(type))
  if (orderIds !== null) query = query.where("order_id", "in", orderIds.length > 0 ? orderIds : [""])
  if (from !== undefined) query = query.where("created_at", ">=", new Date(from).toISOString())
  if (to !== undefined) query = query.where("created_at", "<=", new Date(to).toISOString())
  if (status === undefined) return query
  // By its status alone SQLite would read, for each event, every delivery that stands so.
  const statusAside = scope.dialect.aside("delivery.status")
  return query.where((where) =>
    where.exists(
      where
        .selectFrom("delivery")
        .select("delivery_id")
        .whereRef("delivery.event_key", "=", "event.id")
        .where(statusAside, "=", status),
    ),
  )
}

/** An order is named by its UUID or by its external id. */
async function orderIdsOf(scope: TenantRead, reference: string): Promise<string[]> {
  const rows = await scope.select("orders").select("order_id").where("external_id", "=", reference).execute()
  return [reference.toLowerCase(), ...rows.map((row) => row.order_id)]
}

export async function findEvent(
  scope: TenantRead,
  eventId: string,
): Promise<{ key: string; eventId: string; type: string } | null> {
  const row = await scope
    .select("event")
    .select(["id", "event_id", "type"])
    .where("event_id", "=", eventId)
    .executeTakeFirst()
  return row ? { key: row.id, eventId: row.event_id, type: row.type } : null
}

/** The deliveries of some events, by the names of their endpoints. */
export async function deliveriesOfEvents(scope: TenantRead, keys: readonly string[]): Promise<ListedDelivery[]> {
  if (keys.length === 0) return []
  const rows = await scope
    .select("delivery")
    .innerJoin("webhook_endpoint", "webhook_endpoint.endpoint_id", "delivery.endpoint_id")
    .select(["event_key", "name", "status", "attempts", "last_status", "last_error", "updated_at", "delivered_at"])
    .where("event_key", "in", keys)
    .orderBy("name")
    .execute()
  return rows.map((row) => ({
    eventKey: row.event_key,
    endpoint: row.name,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    updatedAt: row.updated_at,
    deliveredAt: row.delivered_at,
  }))
}
