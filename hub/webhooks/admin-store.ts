/** The operator's queries: an endpoint's deliveries by status, and the attempts of an event. */
import type { DeliveryAttempt } from "../../protocol/http/admin/deliveries.ts"
import type { SystemRead } from "../storage/index.ts"
import { toAttempt } from "./delivery-lists-store.ts"

export interface DeliveryCount {
  readonly status: string
  readonly count: number
}

export interface EventAttempt extends DeliveryAttempt {
  readonly eventId: string
  readonly endpointId: string
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
): Promise<EventAttempt[]> {
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
  return rows.map((row) => ({ ...toAttempt(row), eventId: row.event_id, endpointId: row.endpoint_id }))
}

/** The tenant of an event. */
export async function tenantOfEvent({ db }: SystemRead, eventId: string) {
  const row = await db
    .selectFrom("event")
    .select(["account_id", "vendor_id"])
    .where("event_id", "=", eventId)
    .executeTakeFirst()
  return row ? { accountId: row.account_id, vendorId: row.vendor_id } : null
}
