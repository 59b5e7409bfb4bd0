/** The events of a vendor as a list, each with its deliveries. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import { EVENT_TYPES } from "../../protocol/events/event-table.ts"
import type { EventListQuery } from "../../protocol/http/events.ts"
import { type RowWindow, readPage, rowWindow } from "../../protocol/shapes/page.ts"
import type { HubTables, TenantRead } from "../storage/index.ts"

interface ListedEvent {
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

/** Up to so many events are looked up by id. More are found by scanning the list. */
const LOOKED_UP_MAX = 2_000
/** A page that starts later than this is read by a scan of all types. */
const SHALLOW_MAX = 1_000

/** One page, newest first. `from` and `to` are UTC times. */
export async function listEvents(
  scope: TenantRead,
  query: EventListQuery,
): Promise<{ events: ListedEvent[]; total: number }> {
  const orderIds = query.orderId === undefined ? null : await orderIdsOf(scope, query.orderId)
  const asked = { query, orderIds, endpoints: await endpointsOfFew(scope, query) }
  const counted = await filtered(scope, asked, typesOf(query.type))
    .select((select) => select.fn.countAll().as("count"))
    .executeTakeFirst()
  const total = Number(counted?.count ?? 0)
  const stretch = rowWindow(total, readPage(query))
  if (stretch.limit === 0) return { events: [], total }
  return { events: await pageOf(scope, asked, stretch), total }
}

interface Asked {
  readonly query: EventListQuery
  readonly orderIds: readonly string[] | null
  /** If few deliveries have the wanted status: their endpoints, to find the events by. */
  readonly endpoints: readonly string[] | null
}

async function pageOf(scope: TenantRead, asked: Asked, { offset, limit, fromEnd }: RowWindow): Promise<ListedEvent[]> {
  const way = fromEnd ? "asc" : "desc"
  const types = typesOf(asked.query.type)
  const last = offset + limit
  const ids =
    types && (types.length === 1 || last <= SHALLOW_MAX)
      ? alongTypes(scope, types, (type) => ordered(filtered(scope, asked, [type]), way).limit(last))
      : ordered(filtered(scope, asked, types, scope.dialect.aside("type")), way).limit(last)
  const keys = scope.system.db.selectFrom(ids.as("found")).select("found.id")
  const rows = await scope.system.db
    .selectFrom("event")
    .select(COLUMNS)
    .where("id", "in", keys.orderBy("created_at", way).orderBy("id", way).offset(offset).limit(limit))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute()
  return rows.map(toEvent)
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
  /** An event type, or a family such as `order.*`. */
  readonly type?: string | undefined
  readonly limit: number
}

/** The events after a time and key, oldest first. */
export async function eventsBehind(scope: TenantRead, { at, key, type, limit }: Behind): Promise<ListedEvent[]> {
  const behind = scope
    .select("event")
    .where("created_at", ">=", at)
    .where((where) => where.or([where("created_at", ">", at), where("id", ">", key)]))
  const types = typesOf(type)
  const ids = types
    ? alongTypes(scope, types, (one) => ordered(behind.where("type", "=", one), "asc").limit(limit))
    : ordered(behind, "asc").limit(limit)
  const found = scope.system.db.selectFrom(ids.as("found")).select("found.id")
  const rows = await scope.system.db
    .selectFrom("event")
    .select(COLUMNS)
    .where("id", "in", found.orderBy("created_at").orderBy("id").limit(limit))
    .orderBy("created_at")
    .orderBy("id")
    .execute()
  return rows.map(toEvent)
}

/** The event types of a filter: null for all (no filter, or `*`), several for a family such as `order.*`. */
function typesOf(type: string | undefined): readonly string[] | null {
  if (type === undefined || type === "*") return null
  return type.endsWith(".*") ? EVENT_TYPES.filter((known) => known.startsWith(type.slice(0, -1))) : [type]
}

type Events = SelectQueryBuilder<HubTables, "event", Record<never, never>>
type Keys = SelectQueryBuilder<HubTables, "event", { id: string; created_at: string }>

function ordered(events: Events, way: "asc" | "desc"): Keys {
  return events.select(["event.id", "event.created_at"]).orderBy("event.created_at", way).orderBy("event.id", way)
}

/** A short read along the index for each type. Reading all types together would need a sort. */
function alongTypes({ system: { db } }: TenantRead, types: readonly string[], walk: (type: string) => Keys) {
  const parts = (types.length > 0 ? types : [""]).map((type) =>
    db.selectFrom(walk(type).as("part")).select(["part.id", "part.created_at"]),
  )
  return parts.reduce((all, part) => all.unionAll(part))
}

/** `column` is the type's column, or the same hidden from the query planner. */
function filtered(
  scope: TenantRead,
  { query: { status, from, to }, orderIds, endpoints }: Asked,
  types: readonly string[] | null,
  column: RawBuilder<string | null> = sql.ref("type"),
): Events {
  const few = endpoints !== null || orderIds !== null
  let query = few ? scope.selectByKey("event") : scope.select("event")
  const named = few ? scope.dialect.behindKey("type") : column
  if (types?.length === 1) query = query.where(named, "=", types[0] ?? "")
  else if (types !== null) query = query.where(named, "in", [...types, ""])
  if (orderIds !== null) query = query.where("order_id", "in", orderIds.length > 0 ? orderIds : [""])
  if (from !== undefined) query = query.where("created_at", ">=", new Date(from).toISOString())
  if (to !== undefined) query = query.where("created_at", "<=", new Date(to).toISOString())
  if (status === undefined) return query
  if (endpoints !== null) return query.where("event.id", "in", standing(scope, endpoints, status).select("event_key"))
  // With the plain column, SQLite reads for each event every delivery of that status.
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

function standing(scope: TenantRead, endpoints: readonly string[], status: string) {
  return scope
    .selectByKey("delivery")
    .where("endpoint_id", "in", [...endpoints])
    .where("status", "=", status)
}

/** If few deliveries have the status, their events are looked up by endpoint. A scan of the list would find such events rarely. */
async function endpointsOfFew(scope: TenantRead, { status }: EventListQuery): Promise<readonly string[] | null> {
  if (status === undefined) return null
  const rows = await scope.selectAcrossVendors("webhook_endpoint").select("endpoint_id").execute()
  const endpoints = ["", ...rows.map(({ endpoint_id }) => endpoint_id)]
  const few = await standing(scope, endpoints, status)
    .select("delivery_id")
    .limit(LOOKED_UP_MAX + 1)
    .execute()
  return few.length <= LOOKED_UP_MAX ? endpoints : null
}

/** An order is referenced by its UUID or its external id. */
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

/** The deliveries of these events, sorted by the endpoints' names. */
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
