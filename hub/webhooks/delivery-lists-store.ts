/** Pages of deliveries and events for the dashboard, across the vendors that the user may see. */
import { type RawBuilder, type Selectable, sql } from "kysely"
import type { Delivery, DeliveryAttempt, Replay } from "../../protocol/http/admin/deliveries.ts"
import type { HubTables, TenantRead } from "../storage/index.ts"

/** Attempts shown per delivery. */
const ATTEMPTS_MAX = 50
const REPLAYS_MAX = 20
const STATUSES = ["waiting", "held", "delivered", "dead", "expired"] as const
export type DeliveryStatus = (typeof STATUSES)[number]

const COLUMNS = [
  "delivery_id",
  "delivery.endpoint_id",
  "webhook_endpoint.name",
  "delivery.vendor_id",
  "event_id",
  "type",
  "order_id",
  "status",
  "attempts",
  "last_status",
  "last_error",
  "delivery.created_at",
  "delivery.updated_at",
] as const

interface Row {
  delivery_id: string
  endpoint_id: string
  name: string
  vendor_id: string
  event_id: string
  type: string
  order_id: string | null
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  created_at: string
  updated_at: string
}

/** `account` is the column, hidden from the query planner where the rows are already found by their key. */
function selectWithNames(scope: TenantRead, account: RawBuilder<string | null> = sql.ref("delivery.account_id")) {
  return scope.system.db
    .selectFrom("delivery")
    .where(account, "=", scope.tenant.accountId)
    .innerJoin("event", "event.id", "delivery.event_key")
    .innerJoin("webhook_endpoint", "webhook_endpoint.endpoint_id", "delivery.endpoint_id")
    .select(COLUMNS)
}

interface DeliveryQuery {
  readonly endpointId: string
  readonly vendorIds: readonly string[]
  readonly status: DeliveryStatus | undefined
  /** Time and id of the last delivery on the page before. */
  readonly after: readonly string[] | null
  readonly limit: number
}

/** Newest first. The index starts with endpoint and status, so a query without a status reads each status and merges. */
export async function readDeliveries(scope: TenantRead, query: DeliveryQuery): Promise<Delivery[]> {
  const statuses = query.status === undefined ? STATUSES : [query.status]
  const found: Delivery[] = []
  for (const status of statuses) found.push(...(await readByStatus(scope, query, status)))
  const keyOf = ({ createdAt, deliveryId }: Delivery) => `${createdAt} ${deliveryId}`
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).slice(0, query.limit)
}

async function readByStatus(
  scope: TenantRead,
  { endpointId, vendorIds, after, limit }: DeliveryQuery,
  status: DeliveryStatus,
): Promise<Delivery[]> {
  const { aside } = scope.dialect
  let query = scope.system.db
    .selectFrom("delivery")
    .select("delivery_id")
    .where("delivery.endpoint_id", "=", endpointId)
    .where("status", "=", status)
    .where(aside("delivery.account_id"), "=", scope.tenant.accountId)
    .where(aside("delivery.vendor_id"), "in", [...vendorIds])
  if (after) {
    const [at = "", id = ""] = after
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("delivery.created_at", "delivery.delivery_id"), "<", tuple(at, id)),
    )
  }
  // The inner query reads only the index. Only the rows of this page are joined with their events.
  const page = query.orderBy("delivery.created_at", "desc").orderBy("delivery.delivery_id", "desc").limit(limit)
  const rows = await selectWithNames(scope, aside("delivery.account_id")).where("delivery_id", "in", page).execute()
  return rows.map(toDelivery)
}

export async function findDelivery(
  scope: TenantRead,
  { deliveryId, vendorIds }: { deliveryId: string; vendorIds: readonly string[] },
): Promise<(Delivery & { eventKey: string; body: Uint8Array }) | null> {
  const row = await selectWithNames(scope)
    .select(["event_key", "body"])
    .where("delivery_id", "=", deliveryId)
    .where("delivery.vendor_id", "in", [...vendorIds])
    .executeTakeFirst()
  return row ? { ...toDelivery(row), eventKey: row.event_key, body: row.body } : null
}

/** Newest first. */
export async function readAttempts(scope: TenantRead, deliveryId: string): Promise<DeliveryAttempt[]> {
  const rows = await scope
    .selectAcrossVendors("delivery_attempt")
    .selectAll()
    .where("delivery_id", "=", deliveryId)
    .orderBy("at", "desc")
    .limit(ATTEMPTS_MAX)
    .execute()
  return rows.map(toAttempt)
}

export function toAttempt(row: Selectable<HubTables["delivery_attempt"]>): DeliveryAttempt {
  return {
    at: row.at,
    durationMs: Number(row.duration_ms),
    url: row.url,
    requestHeaders: JSON.parse(row.request_headers),
    status: row.status,
    responseHeaders: row.response_headers === null ? null : JSON.parse(row.response_headers),
    responseBody: row.response_body,
    error: row.error,
  }
}

interface EventQuery {
  readonly type: string | undefined
  readonly eventId: string | undefined
  readonly after: readonly string[] | null
  readonly limit: number
}

/** Events of the scope's vendor, newest first. */
export async function readEvents(scope: TenantRead, { type, eventId, after, limit }: EventQuery) {
  let query = scope.select("event").select(["id", "event_id", "type", "order_id", "created_at"])
  if (type !== undefined) query = query.where("type", "=", type)
  if (eventId !== undefined) query = query.where("event_id", "=", eventId)
  if (after) {
    const [at = "", id = ""] = after
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(at, id)))
  }
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute()
}

export async function readDeliveriesOfEvents(scope: TenantRead, keys: readonly string[]) {
  if (keys.length === 0) return []
  const query = selectWithNames(scope)
    .select("event_key")
    .where("event_key", "in", [...keys])
  const rows = await query.orderBy("webhook_endpoint.name").execute()
  return rows.map((row) => ({ key: row.event_key, delivery: toDelivery(row) }))
}

export async function readReplays(
  scope: TenantRead,
  { endpointId, vendorIds }: { endpointId: string; vendorIds: readonly string[] },
): Promise<Replay[]> {
  const rows = await scope
    .selectAcrossVendors("replay")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("vendor_id", "in", [...vendorIds])
    .orderBy("created_at", "desc")
    .orderBy("replay_id", "desc")
    .limit(REPLAYS_MAX)
    .execute()
  return rows.map((row) => ({
    replayId: row.replay_id,
    vendorId: row.vendor_id,
    from: row.from_at,
    to: row.to_at,
    total: Number(row.total),
    seen: Number(row.seen),
    queued: Number(row.queued),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }))
}

interface EndpointEvents {
  readonly endpointId: string
  /** Null means every vendor whose events the endpoint receives. */
  readonly vendorIds: readonly string[] | null
}

function selectDeliveries(scope: TenantRead, { endpointId, vendorIds }: EndpointEvents) {
  const query = scope.selectAcrossVendors("delivery").where("endpoint_id", "=", endpointId)
  return vendorIds === null ? query : query.where("vendor_id", "in", [...vendorIds])
}

/** Counts an endpoint's deliveries in one status, and stops at `most`. */
export async function countUpTo(
  scope: TenantRead,
  { status, most, ...events }: EndpointEvents & { status: DeliveryStatus; most: number },
): Promise<number> {
  const query = selectDeliveries(scope, events).select("delivery_id")
  return (await query.where("status", "=", status).limit(most).execute()).length
}

export async function lastDeliveredAt(scope: TenantRead, events: EndpointEvents): Promise<string | null> {
  const row = await selectDeliveries(scope, events)
    .select("delivered_at")
    .where("status", "=", "delivered")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return row?.delivered_at ?? null
}

function toDelivery(row: Row): Delivery {
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    endpoint: row.name,
    vendorId: row.vendor_id,
    eventId: row.event_id,
    type: row.type,
    orderId: row.order_id,
    status: row.status as DeliveryStatus,
    attempts: Number(row.attempts),
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
