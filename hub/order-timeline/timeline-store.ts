/** Reads the rows about one order, table by table, each by an index and with a limit. */
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { AGGREGATOR, recordOf } from "../orders/index.ts"
import type { Tenant, TenantRead } from "../storage/index.ts"
import type {
  StoredDelivery,
  StoredDeliveryAttempt,
  StoredDocument,
  StoredEvent,
  StoredLink,
  StoredReport,
} from "./timeline-facts.ts"

const EVENTS_MAX = 200
const ATTEMPTS_MAX = 300
const REPORTS_MAX = 200

export interface Found {
  readonly tenant: Tenant
  readonly order: OrderRecord
  readonly home: "hub" | "store"
}

/** Finds an order by its id, or by one that it had before, of any vendor of the account. */
export async function findOrderOfAccount(scope: TenantRead, id: string): Promise<Found | null> {
  const alias = await scope
    .selectAcrossVendors("order_alias")
    .select("order_id")
    .where("alias_id", "=", id)
    .executeTakeFirst()
  const row = await scope
    .selectAcrossVendors("orders")
    .select(["vendor_id", "record", "home", AGGREGATOR])
    .where("order_id", "=", alias?.order_id ?? id)
    .executeTakeFirst()
  if (!row) return null
  const tenant = { accountId: scope.tenant.accountId, vendorId: row.vendor_id }
  return { tenant, order: recordOf(row), home: row.home as Found["home"] }
}

export async function readCorrections(scope: TenantRead, orderId: string): Promise<KeyedCorrection[]> {
  const query = scope.select("order_correction").select(["key", "record"]).where("order_id", "=", orderId)
  return (await query.execute()).map(({ key, record }) => ({ key, correction: JSON.parse(record) }))
}

interface EventRow extends StoredEvent {
  /** `event.id`. */
  readonly key: string
}

export async function readOrderEvents(scope: TenantRead, orderId: string): Promise<EventRow[]> {
  const rows = await scope
    .selectByKey("event")
    .select(["id", "event_id", "made_id", "type", "created_at", "body"])
    .where("order_id", "=", orderId)
    .orderBy("sequence")
    .limit(EVENTS_MAX)
    .execute()
  return rows.map((row) => {
    const { event } = JSON.parse(Buffer.from(row.body).toString()) as { event: { occurredAt: string } }
    return {
      key: row.id,
      eventId: row.event_id,
      type: row.type,
      occurredAt: event.occurredAt,
      recordedAt: row.created_at,
      fromStore: row.made_id !== null,
    }
  })
}

export async function readDeliveries(
  scope: TenantRead,
  events: readonly EventRow[],
): Promise<{ deliveries: StoredDelivery[]; attempts: StoredDeliveryAttempt[] }> {
  if (events.length === 0) return { deliveries: [], attempts: [] }
  const byKey = new Map(events.map((event) => [event.key, event]))
  const rows = await scope
    .selectByKey("delivery")
    .select(["delivery_id", "event_key", "endpoint_id", "status", "updated_at", "last_error"])
    .where("event_key", "in", [...byKey.keys()])
    .execute()
  if (rows.length === 0) return { deliveries: [], attempts: [] }
  const names = await endpointNames(scope)
  const deliveries = rows.map((row): StoredDelivery => {
    const event = byKey.get(row.event_key)
    return {
      deliveryId: row.delivery_id,
      eventId: event?.eventId ?? "",
      type: event?.type ?? "",
      endpoint: names.get(row.endpoint_id) ?? row.endpoint_id,
      status: row.status,
      updatedAt: row.updated_at,
      error: row.last_error,
    }
  })
  const byDelivery = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]))
  const tries = await scope
    .selectByKey("delivery_attempt")
    .select(["attempt_id", "delivery_id", "at", "duration_ms", "status", "error"])
    .where("delivery_id", "in", [...byDelivery.keys()])
    .limit(ATTEMPTS_MAX)
    .execute()
  const attempts = tries.flatMap((row): StoredDeliveryAttempt[] => {
    const delivery = byDelivery.get(row.delivery_id)
    if (!delivery) return []
    const { eventId, type, endpoint } = delivery
    const status = row.status === null ? null : Number(row.status)
    const own = { attemptId: row.attempt_id, at: row.at, durationMs: Number(row.duration_ms), status, error: row.error }
    return [{ ...own, eventId, type, endpoint }]
  })
  return { deliveries, attempts }
}

async function endpointNames(scope: TenantRead): Promise<Map<string, string>> {
  const rows = await scope.selectAcrossVendors("webhook_endpoint").select(["endpoint_id", "name"]).execute()
  return new Map(rows.map((row) => [row.endpoint_id, row.name]))
}

/** With the outcome of each: the store's verdict where the store decides, else the job's result. */
export async function readReports(scope: TenantRead, orderId: string): Promise<StoredReport[]> {
  const rows = await scope
    .selectByKey("callback")
    .leftJoin("job", "job.job_id", "callback.webhook_event_id")
    .select([
      "webhook_event_id as id",
      "callback.kind",
      "step",
      "received_at as receivedAt",
      "outcome",
      "job.status",
      "job.error",
    ])
    .where("callback.order_id", "=", orderId)
    .limit(REPORTS_MAX)
    .execute()
  return rows.map(({ id, kind, step, receivedAt, outcome, status, error }) => {
    const said = outcome === null ? null : JSON.parse(outcome)
    return {
      id,
      kind: kind as StoredReport["kind"],
      step,
      receivedAt,
      status: said?.status ?? status ?? "processed",
      error: said?.error?.message ?? error ?? null,
    }
  })
}

export async function readDocuments(scope: TenantRead, externalId: string): Promise<StoredDocument[]> {
  const query = scope.select("fiscal_request").select(["record", "submission", "flag"])
  const rows = await query.where("external_id", "=", externalId).execute()
  return rows.map(({ record, submission, flag }) => ({ record: JSON.parse(record), submission, flag }))
}

export async function readLinks(scope: TenantRead, externalId: string): Promise<StoredLink[]> {
  const intent = await scope
    .select("charge_intent")
    .select(["intent_id", "currency"])
    .where("external_id", "=", externalId)
    .executeTakeFirst()
  if (!intent) return []
  const rows = await scope.select("charge_attempt").selectAll().where("intent_id", "=", intent.intent_id).execute()
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    method: row.method_code,
    provider: row.provider_code,
    status: row.status,
    amount: Number(row.amount),
    currencyCode: intent.currency,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    paidAt: row.paid_at,
    error: row.error,
  }))
}
