/** Creates the deliveries of an event and their jobs, for each endpoint that wants it, in the transaction of the fact. */
import { wantsEvent } from "../../protocol/events/event-filter.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueueAll } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type Delivery, deliveriesOf, insertDeliveries, nextRound } from "./deliveries-store.ts"
import type { Endpoint } from "./endpoints-store.ts"

export const DELIVER = "webhook.deliver"

export interface DeliverBody {
  readonly deliveryId: string
  readonly round: number
  /** Tests whether a failing endpoint works again: one attempt, and the next one much later. */
  readonly probe?: boolean
}

interface NewEvent {
  readonly key: string
  readonly type: string
}

/** Delivers events that were just recorded to those of the vendor's endpoints that want them. */
export async function fanOut(
  tx: TenantWrite,
  ids: Ids,
  { events, endpoints }: { events: readonly NewEvent[]; endpoints: readonly Endpoint[] },
): Promise<void> {
  const wanted = events.flatMap(({ key, type }) =>
    endpoints.filter((endpoint) => wantsEvent(endpoint.events, type)).map((endpoint) => newDelivery(endpoint, key)),
  )
  await enqueueDeliveries(tx, ids, await insertDeliveries(tx, ids, wanted))
}

/** Delivers past events to one endpoint again, except those that are waiting already. Returns how many. */
export async function sendAgain(
  tx: TenantWrite,
  ids: Ids,
  { endpoint, eventKeys }: { endpoint: Endpoint; eventKeys: readonly string[] },
): Promise<number> {
  const known = await deliveriesOf(tx, endpoint.id, eventKeys)
  const keys = new Set(known.map(({ eventKey }) => eventKey))
  const fresh = eventKeys.filter((key) => !keys.has(key)).map((key) => newDelivery(endpoint, key))
  const made = await insertDeliveries(tx, ids, fresh)
  const again = await notifyDeliveries(tx, ids, { endpoint, deliveries: known })
  await enqueueDeliveries(tx, ids, made)
  return made.length + again
}

/** Starts a new round for deliveries that are not waiting, or that wait after a failed attempt. Returns how many. */
export async function notifyDeliveries(
  tx: TenantWrite,
  ids: Ids,
  { endpoint, deliveries }: { endpoint: Endpoint; deliveries: readonly Delivery[] },
): Promise<number> {
  const still = deliveries.filter(({ status, failed }) => status !== "waiting" || failed)
  const woken = await nextRound(tx, still, { status: endpoint.disabledAt === null ? "waiting" : "held", anew: true })
  await enqueueDeliveries(tx, ids, woken)
  return woken.length
}

export async function enqueueDeliveries(
  tx: TenantWrite,
  ids: Ids,
  deliveries: readonly Delivery[],
  { runAt, probe }: { runAt?: string; probe?: boolean } = {},
): Promise<void> {
  const waiting = deliveries.filter(({ status }) => status === "waiting")
  if (waiting.length === 0) return
  const jobs = waiting.map(({ deliveryId, endpointId, round }) => {
    const body: DeliverBody = { deliveryId, round, ...(probe && { probe }) }
    return { kind: DELIVER, lane: endpointId, body, ...(runAt !== undefined && { runAt }) }
  })
  await enqueueAll(tx, ids, jobs)
}

function newDelivery({ id, disabledAt }: Endpoint, eventKey: string) {
  return { eventKey, endpointId: id, status: disabledAt === null ? ("waiting" as const) : ("held" as const) }
}
