/** Returns a vendor's events to a caller that polls: oldest first, each once, from the caller's cursor. */
import { checkEventType } from "../../protocol/events/event-filter.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { followEvents as endpoint } from "../../protocol/http/events.ts"
import { invalid } from "../../protocol/refusals.ts"
import { readPage } from "../../protocol/shapes/page.ts"
import type { HubStore } from "../storage/index.ts"
import { type EventCursor, NAMED_MAX, readEventCursor, stepOn, writeEventCursor } from "./event-cursor.ts"
import { eventsBehind } from "./event-list-store.ts"

const BEFORE_ALL = "1970-01-01T00:00:00.000Z"

export const followEventsHandler =
  ({ store }: { store: HubStore }): Handler<typeof endpoint> =>
  ({ query, caller }) => {
    if (query.after !== undefined && query.from !== undefined) {
      return invalid({ path: "from", message: "may not stand beside after, which says where to go on" })
    }
    const unknown = checkEventType(query.type)
    if (unknown) return unknown
    const cursor = query.after === undefined ? beginAt(query.from) : readEventCursor(query.after)
    if (!cursor) return invalid({ path: "after", message: "is not the next of an answer" })
    const { size } = readPage(query)
    return store.list(caller, async (scope) => {
      const limit = size + NAMED_MAX + 1
      const rows = await eventsBehind(scope, { at: cursor.at, key: cursor.key, type: query.type, limit })
      const { events, next, more } = stepOn(cursor, { rows, size, now: scope.now })
      const told = events.map(({ key: _key, body, ...event }) => ({
        ...event,
        payload: JSON.parse(Buffer.from(body).toString()),
      }))
      return { status: 200, data: { events: told, next: writeEventCursor(next), more } }
    })
  }

function beginAt(from: string | undefined): EventCursor {
  return { at: from === undefined ? BEFORE_ALL : new Date(from).toISOString(), key: "", given: [] }
}
