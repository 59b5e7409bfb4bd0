/** Sends an event again on request (docs/contract/events.md#delivery): same id, same bytes, to one endpoint or to all whose filter matches. */
import { wantsEvent } from "../../protocol/events/event-filter.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { redeliverEvent as endpoint } from "../../protocol/http/events.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { endpointsOf } from "./endpoints-store.ts"
import { deliveriesOfEvents, findEvent } from "./event-list-store.ts"
import { sendAgain } from "./fan-out.ts"
import { describeDelivery } from "./list-events.ts"

export const redeliverEventHandler =
  ({ store, ids }: { store: HubStore; ids: Ids }): Handler<typeof endpoint> =>
  ({ params, body, caller }) =>
    store.write(caller, async (tx) => {
      const data = await redeliver(tx, ids, { eventId: params.eventId, endpoint: body.endpoint ?? null })
      return isRefusal(data) ? data : { status: 202, data }
    })

interface Redelivery {
  readonly eventId: string
  /** The name of an endpoint, which receives the event whatever its filter. Null: all endpoints whose filter matches. */
  readonly endpoint: string | null
}

export async function redeliver(tx: TenantWrite, ids: Ids, { eventId, endpoint }: Redelivery) {
  const event = await findEvent(tx, eventId)
  if (!event) return notFound(`There is no event ${eventId}.`)
  const all = await endpointsOf(tx)
  const chosen = all.filter((one) => (endpoint === null ? wantsEvent(one.events, event.type) : one.name === endpoint))
  if (endpoint !== null && chosen.length === 0) return notFound(`There is no endpoint ${endpoint}.`)
  for (const one of chosen) await sendAgain(tx, ids, { endpoint: one, eventKeys: [event.key] })
  const deliveries = await deliveriesOfEvents(tx, [event.key])
  const names = chosen.map(({ name }) => name)
  return {
    eventId,
    deliveries: deliveries.filter((delivery) => names.includes(delivery.endpoint)).map(describeDelivery),
  }
}

function notFound(message: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", message)
}
