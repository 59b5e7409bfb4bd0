/** What an operator looks at: how an endpoint's deliveries stand, and both sides of each attempt. */
import type { SystemRead } from "../storage/index.ts"

export interface DeliveryCount {
  readonly status: string
  readonly count: number
}

export interface StoredAttempt {
  readonly eventId: string
  readonly endpointId: string
  readonly at: string
  readonly durationMs: number
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly responseBody: string | null
  readonly error: string | null
}

export async function countDeliveries({ db }: SystemRead, endpointId: string): Promise<DeliveryCount[]> {
  const rows = await db
    .selectFrom("delivery")
    .select((select) => ["status", select.fn.countAll().as("count")])
    .where("endpoint_id", "=", endpointId)
    .groupBy("status")
    .orderBy("status")
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}

/** The attempts of one event, newest first. */
export async function attemptsOf(
  { db }: SystemRead,
  { eventId, limit }: { eventId: string; limit: number },
): Promise<StoredAttempt[]> {
  const rows = await db
    .selectFrom("event")
    .innerJoin("delivery", "delivery.event_key", "event.id")
    .innerJoin("delivery_attempt", "delivery_attempt.delivery_id", "delivery.delivery_id")
    .selectAll("delivery_attempt")
    .select(["event_id", "endpoint_id"])
    .where("event_id", "=", eventId)
    .orderBy("at", "desc")
    .orderBy("attempt_id", "desc")
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    at: row.at,
    durationMs: Number(row.duration_ms),
    url: row.url,
    requestHeaders: JSON.parse(row.request_headers),
    status: row.status,
    responseHeaders: row.response_headers === null ? null : JSON.parse(row.response_headers),
    responseBody: row.response_body,
    error: row.error,
  }))
}

/** Whose an event is. */
export async function tenantOfEvent({ db }: SystemRead, eventId: string) {
  const row = await db
    .selectFrom("event")
    .select(["account_id", "vendor_id"])
    .where("event_id", "=", eventId)
    .executeTakeFirst()
  return row ? { accountId: row.account_id, vendorId: row.vendor_id } : null
}
