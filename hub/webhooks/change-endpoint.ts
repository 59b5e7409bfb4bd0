/** Changes to an endpoint, each in its own transaction: create, change, rotate the secret, pause, resume, test. */
import { EVENTS, type EventType } from "../../protocol/events/event-table.ts"
import { sampleData } from "../../protocol/events/sample-event.ts"
import type { Ids } from "../../runtime/ids.ts"
import { seal } from "../../runtime/secrets.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemWrite, TenantWrite } from "../storage/index.ts"
import { insertDeliveries } from "./deliveries-store.ts"
import {
  changeEndpoint,
  DISABLED_WHY,
  type Endpoint,
  insertEndpoint,
  replaceSecret,
  secretPlace,
} from "./endpoints-store.ts"
import { SETTLED_AFTER_MS } from "./event-cursor.ts"
import { insertEvent } from "./events-store.ts"
import { enqueueDeliveries } from "./fan-out.ts"
import { resume } from "./resume.ts"
import { createWebhookSecret } from "./secret.ts"

/** How long both secrets sign after a rotation. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000
export const TEST_EVENT = "webhook.test"

/** Returns the secret. The database holds it encrypted. */
export async function createEndpoint(
  tx: SystemWrite,
  { ids, secretKey }: { ids: Ids; secretKey: Buffer },
  wish: Pick<Endpoint, "accountId" | "vendorId" | "name" | "url" | "events">,
): Promise<{ endpointId: string; secret: string }> {
  const endpointId = ids.uuid()
  const secret = createWebhookSecret()
  await insertEndpoint(tx, { ...wish, id: endpointId, secretSealed: seal(secret, secretKey, secretPlace(endpointId)) })
  return { endpointId, secret }
}

export async function rotateSecret(
  tx: SystemWrite,
  secretKey: Buffer,
  { endpoint: { id }, secret }: { endpoint: Pick<Endpoint, "id">; secret: string },
): Promise<{ secret: string; oldUntil: string }> {
  const oldUntil = new Date(Date.parse(tx.now) + OVERLAP_MS).toISOString()
  await replaceSecret(tx, id, { sealed: seal(secret, secretKey, secretPlace(id)), oldUntil })
  return { secret, oldUntil }
}

export async function pauseEndpoint(tx: SystemWrite, { id, disabledAt }: Endpoint): Promise<{ changed: boolean }> {
  if (disabledAt !== null) return { changed: false }
  await changeEndpoint(tx, id, { disabled_at: tx.now, disabled_why: DISABLED_WHY.byHand })
  return { changed: true }
}

/** Clears all failures: held deliveries go out, and the five days until an endpoint is disabled start again. */
export async function resumeEndpoint(
  tx: SystemWrite,
  rooms: { ids: Ids; dialect: Dialect },
  endpoint: Endpoint,
): Promise<{ changed: boolean }> {
  if (endpoint.disabledAt === null) return { changed: false }
  await changeEndpoint(tx, endpoint.id, { disabled_at: null, disabled_why: null, failing_since: null })
  await resume(tx, rooms, { endpoint, status: "held" })
  // A delivery that saw the endpoint disabled a moment ago may not be committed as held yet. After this time it is.
  const runAt = new Date(Date.parse(tx.now) + SETTLED_AFTER_MS).toISOString()
  await resume(tx, rooms, { endpoint, status: "held", runAt })
  const { failingSince } = endpoint
  if (failingSince !== null) await resume(tx, rooms, { endpoint, status: "dead", since: failingSince })
  return { changed: true }
}

/**
 * Sends a test event to this endpoint alone, whatever its filter, even if it is disabled. It is stored as a test whatever type its envelope names, so
 * that lists, replays and redeliveries skip it.
 */
export async function testEndpoint(
  tx: TenantWrite,
  ids: Ids,
  { endpoint, type = TEST_EVENT }: { endpoint: Endpoint; type?: EventType },
): Promise<{ eventId: string; deliveryId: string }> {
  const { accountId, vendorId } = tx.tenant
  const { version } = EVENTS[type]
  const data = type === TEST_EVENT ? { endpoint: endpoint.name } : sampleData(type, tx.now)
  const mark = type === TEST_EVENT ? {} : { test: true }
  const row = await insertEvent(tx, ids, {
    type: TEST_EVENT,
    version: EVENTS[TEST_EVENT].version,
    orderId: null,
    sequence: 0,
    madeId: null,
    body: (id) =>
      JSON.stringify({ event: { id, type, version, occurredAt: tx.now, ...mark }, accountId, vendorId, data }),
  })
  if (!row) throw new Error("a test event was not recorded")
  const made = await insertDeliveries(tx, ids, [{ eventKey: row.id, endpointId: endpoint.id, status: "waiting" }])
  await enqueueDeliveries(tx, ids, made)
  const [delivery] = made
  if (!delivery) throw new Error("a test event has no delivery")
  return { eventId: row.eventId, deliveryId: delivery.deliveryId }
}
