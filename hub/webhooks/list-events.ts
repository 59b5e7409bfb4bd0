/** Lists events with the state of each of their deliveries (docs/contract/conventions.md#paths). */
import { checkEventType } from "../../protocol/events/event-filter.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { listEvents as endpoint } from "../../protocol/http/events.ts"
import { countsOf, readPage } from "../../protocol/shapes/page.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import type { HubStore } from "../storage/index.ts"
import { deliveriesOfEvents, type ListedDelivery, listEvents } from "./event-list-store.ts"

export const listEventsHandler =
  ({ store }: { store: HubStore }): Handler<typeof endpoint> =>
  async ({ query, caller }) =>
    checkSpan(query) ??
    checkEventType(query.type) ??
    store.list(caller, async (scope) => {
      const { events, total } = await listEvents(scope, query)
      const deliveries = await deliveriesOfEvents(
        scope,
        events.map(({ key }) => key),
      )
      const told = events.map(({ key, body, ...event }) => ({
        ...event,
        payload: JSON.parse(Buffer.from(body).toString()),
        deliveries: deliveries.filter(({ eventKey }) => eventKey === key).map(describeDelivery),
      }))
      return { status: 200, data: { events: told, ...countsOf(total, readPage(query)) } }
    })

export function describeDelivery({ eventKey: _key, status, ...delivery }: ListedDelivery) {
  return { ...delivery, status: status as "waiting" }
}
