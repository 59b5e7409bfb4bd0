/** Deliveries: one row for each event and endpoint, however often it is sent, and both sides of each attempt. */

import type { Ids } from "../../runtime/ids.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { createFencedRead, createFencedWrite, type TenantRead, type TenantWrite } from "../storage/index.ts"
import type { Attempt } from "./send.ts"

/**
 * `waiting`: it has a job. `held`: its endpoint is disabled. `delivered`: answered with 2xx. `dead`: all attempts failed. `expired`: its event became
 * too old before it was delivered.
 */
const DELIVERY_STATUSES = ["waiting", "held", "delivered", "dead", "expired"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface Parcel {
  readonly deliveryId: string
  readonly endpointId: string
  readonly status: DeliveryStatus
  readonly round: number
  readonly eventId: string
  readonly type: string
  readonly body: Uint8Array
}

export interface Delivery {
  readonly deliveryId: string
  readonly eventKey: string
  readonly endpointId: string
  readonly status: DeliveryStatus
  readonly round: number
  /** Its latest attempt failed, and no new round was started since. */
  readonly failed: boolean
}

interface NewDelivery {
  readonly eventKey: string
  readonly endpointId: string
  readonly status: "waiting" | "held"
}

const DELIVERY = ["delivery_id", "event_key", "endpoint_id", "status", "round", "last_error"] as const

/** What jobs need to send: deliveries and their events' bytes, by delivery id. */
export async function findParcels(
  scope: TenantRead,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, Parcel>> {
  const { rows } = await parcels(scope, { deliveryIds: scope.dialect.listOf(deliveryIds) })
  return new Map(
    rows.map(({ delivery_id: deliveryId, endpoint_id: endpointId, event_id: eventId, type, round, body, status }) => [
      deliveryId,
      { deliveryId, endpointId, eventId, type, round, body, status: status as DeliveryStatus },
    ]),
  )
}

const parcels = createFencedRead(
  ({ selectByKey, dialect }, at: { deliveryIds: unknown }) =>
    selectByKey("delivery")
      .innerJoin("event", "event.id", "delivery.event_key")
      .select(["delivery_id", "endpoint_id", "status", "round", "event_id", "type", "body"])
      .where(dialect.isAmong("delivery_id", at.deliveryIds)),
  { byKey: true },
)

export async function findParcel(scope: TenantRead, deliveryId: string): Promise<Parcel | null> {
  return (await findParcels(scope, [deliveryId])).get(deliveryId) ?? null
}

/** Creates deliveries in their first round. An event that has one for the endpoint already gets no second one. */
export async function insertDeliveries(
  tx: TenantWrite,
  ids: Pick<Ids, "uuid">,
  wanted: readonly NewDelivery[],
): Promise<Delivery[]> {
  if (wanted.length === 0) return []
  const rows = wanted.map(({ eventKey, endpointId, status }) => ({
    delivery_id: ids.uuid(),
    event_key: eventKey,
    endpoint_id: endpointId,
    status,
    round: 1,
    attempts: 0,
    created_at: tx.now,
    updated_at: tx.now,
    delivered_at: null,
    last_status: null,
    last_error: null,
  }))
  const made = await tx.addNew("delivery", "delivery_id", rows)
  return rows.filter((row) => made.has(row.delivery_id)).map(toDelivery)
}

export async function deliveriesOf(
  scope: TenantRead,
  endpointId: string,
  eventKeys: readonly string[],
): Promise<Delivery[]> {
  if (eventKeys.length === 0) return []
  const rows = await scope
    .select("delivery")
    .select(DELIVERY)
    .where("event_key", "in", eventKeys)
    .where("endpoint_id", "=", endpointId)
    .execute()
  return rows.map(toDelivery)
}

interface Asleep {
  readonly endpointId: string
  readonly status: "held" | "dead"
  /** Only deliveries that got their status at this time or later. */
  readonly since: string
  readonly limit: number
}

/** Deliveries of an endpoint in one status, oldest first. */
export async function deliveriesAsleep(scope: TenantRead, asked: Asleep): Promise<Delivery[]> {
  const rows = await scope
    .select("delivery")
    .select(DELIVERY)
    .where("endpoint_id", "=", asked.endpointId)
    .where("status", "=", asked.status)
    .where("updated_at", ">=", asked.since)
    .orderBy("created_at")
    .orderBy("delivery_id")
    .limit(asked.limit)
    .execute()
  return rows.map(toDelivery)
}

/** Starts a new round, so that jobs of earlier rounds do nothing. `anew` also clears the last error. */
export async function nextRound(
  tx: TenantWrite,
  deliveries: readonly Pick<Delivery, "deliveryId">[],
  { status, anew = false }: { status: "waiting" | "held"; anew?: boolean },
): Promise<Delivery[]> {
  if (deliveries.length === 0) return []
  const rows = await tx
    .update("delivery")
    .set((set) => ({
      ...{ status, round: set("round", "+", 1), attempts: 0, updated_at: tx.now },
      ...(anew && { last_status: null, last_error: null }),
    }))
    .where(
      "delivery_id",
      "in",
      deliveries.map(({ deliveryId }) => deliveryId),
    )
    .returning(DELIVERY)
    .execute()
  return rows.map(toDelivery)
}

export async function setStatus(tx: TenantWrite, deliveryId: string, status: DeliveryStatus): Promise<void> {
  await changed(tx, { deliveryId, status, now: tx.now, delivered: status === "delivered" ? tx.now : null })
}

const changed = createFencedWrite(
  (tx, at: { deliveryId: string; status: string; now: string; delivered: string | null }) =>
    tx
      .update("delivery")
      .set(({ fn, val, ref }) => ({
        status: at.status,
        updated_at: at.now,
        delivered_at: fn.coalesce(val(at.delivered), ref("delivered_at")),
      }))
      .where("delivery_id", "=", at.deliveryId),
)

/** Whether another delivery to the endpoint is waiting. */
export async function hasOtherWaiting(scope: TenantRead, endpointId: string, deliveryId: string): Promise<boolean> {
  const row = await scope
    .selectAcrossVendors("delivery")
    .select("delivery_id")
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "waiting")
    .where("delivery_id", "<>", deliveryId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface Tried {
  readonly deliveryId: string
  readonly at: string
  readonly attempt: Attempt
}

/** Marks deliveries as delivered, each with its attempt. */
export async function saveTaken(tx: TenantWrite, ids: Pick<Ids, "uuid">, tried: readonly Tried[]): Promise<void> {
  const statuses = new Set(tried.map(({ attempt }) => attempt.status))
  const taken = [...statuses].map((status) => {
    const those = tried.filter(({ attempt }) => attempt.status === status).map(({ deliveryId }) => deliveryId)
    return delivered(tx, { deliveryIds: tx.dialect.listOf(those), status, now: tx.now })
  })
  await allOf([
    tx.add(
      "delivery_attempt",
      tried.map((one) => toAttemptRow(ids, one)),
    ),
    ...taken,
  ])
}

const delivered = createFencedWrite((tx, at: { deliveryIds: unknown; status: number | null; now: string }) =>
  tx
    .update("delivery")
    .set(({ eb }) => ({
      ...{ status: "delivered", updated_at: at.now, delivered_at: at.now },
      ...{ attempts: eb("attempts", "+", 1), last_status: at.status, last_error: null },
    }))
    .where(tx.dialect.isAmong("delivery_id", at.deliveryIds)),
)

/** Stores both sides of an attempt, for troubleshooting. */
export async function insertAttempt(tx: TenantWrite, ids: Pick<Ids, "uuid">, one: Tried): Promise<void> {
  const { status, error } = one.attempt
  await tx.add("delivery_attempt", [toAttemptRow(ids, one)])
  await tried(tx, { deliveryId: one.deliveryId, status, error })
}

function toAttemptRow(ids: Pick<Ids, "uuid">, { deliveryId, at, attempt }: Tried) {
  const { status, error } = attempt
  return {
    attempt_id: ids.uuid(),
    delivery_id: deliveryId,
    at,
    duration_ms: Math.max(0, Math.round(attempt.durationMs)),
    url: attempt.url,
    request_headers: JSON.stringify(attempt.requestHeaders),
    status,
    response_headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
    response_body: attempt.responseBody,
    error,
  }
}

const tried = createFencedWrite((tx, at: { deliveryId: string; status: number | null; error: string | null }) =>
  tx
    .update("delivery")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), last_status: at.status, last_error: at.error }))
    .where("delivery_id", "=", at.deliveryId),
)

function toDelivery(row: {
  delivery_id: string
  event_key: string
  endpoint_id: string
  status: string
  round: number
  last_error: string | null
}): Delivery {
  return {
    deliveryId: row.delivery_id,
    eventKey: row.event_key,
    endpointId: row.endpoint_id,
    status: row.status as DeliveryStatus,
    round: row.round,
    failed: row.last_error !== null,
  }
}
