/** The endpoints that list events, follow them and send one again (docs/contract/conventions.md#paths). */
import Type, { type Static } from "typebox"
import { EventId } from "../events/envelope.ts"
import { listOf, PAGE_QUERY } from "../shapes/page.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const EVENTS = "/api/v1/core/external/events"

/** `waiting`: to be sent. `held`: the endpoint is paused. `dead`: all attempts failed. `expired`: too old, never accepted. */
export const DeliveryStatus = oneOf("waiting", "held", "delivered", "dead", "expired")

const EventDelivery = Type.Object({
  /** The endpoint's name. */
  endpoint: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  lastError: nullable(Type.String()),
  updatedAt: Instant,
  deliveredAt: nullable(Instant),
})

const SentEvent = Type.Object({
  eventId: EventId,
  type: Type.String(),
  version: Type.Integer(),
  orderId: nullable(Type.String()),
  sequence: Type.Integer(),
  createdAt: Instant,
  /** The event's envelope, as webhooks receive it. */
  payload: FreeForm,
  deliveries: Type.Array(EventDelivery),
})

export const EventListQuery = Type.Object({
  /** An event type, or a pattern such as `order.*`. */
  type: Type.Optional(ShortText),
  /** The order's UUID or its external id. */
  orderId: Type.Optional(ShortText),
  /** Only events with at least one delivery in this status. */
  status: Type.Optional(DeliveryStatus),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  ...PAGE_QUERY,
})
export type EventListQuery = Static<typeof EventListQuery>

export const listEvents = endpoint({
  name: "events.list",
  family: "core",
  method: "GET",
  path: EVENTS,
  scope: "orders:read",
  query: EventListQuery,
  replies: { 200: listOf("events", SentEvent) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists the events of the last 30 days, newest first, with their bodies and the status of each delivery.",
  section: "conventions.md#paths",
})

/** The cursor holds the follower's position and the ids of recent events that it already got. */
const CURSOR_MAX_CHARS = 4000

const FollowedEvent = Type.Omit(SentEvent, ["deliveries"])

const FollowQuery = Type.Object({
  /** `next` of the previous answer. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_MAX_CHARS })),
  /** Where to begin without `after`; by default at the oldest stored event. */
  from: Type.Optional(Instant),
  /** An event type, or a pattern such as `order.*`. */
  type: Type.Optional(ShortText),
  size: PAGE_QUERY.size,
})

export const followEvents = endpoint({
  name: "events.follow",
  family: "core",
  method: "GET",
  path: `${EVENTS}/feed`,
  scope: "orders:read",
  query: FollowQuery,
  replies: {
    200: Type.Object({
      events: Type.Array(FollowedEvent),
      /** The cursor for the next request; store it together with the processed events. */
      next: Type.String(),
      /** True if more events are waiting: ask again at once. */
      more: Type.Boolean(),
    }),
  },
  refusals: ["VALIDATION_ERROR"],
  summary: "Returns events after the cursor `after`, oldest first, each once: for integrators who prefer polling.",
  section: "conventions.md#paths",
})

export const redeliverEvent = endpoint({
  name: "events.redeliver",
  family: "core",
  method: "POST",
  path: `${EVENTS}/:eventId/redeliver`,
  scope: "orders:write",
  /** Any text is accepted: text that is not an id gets the same 404 as an unknown id. */
  params: Type.Object({ eventId: Type.String({ minLength: 1 }) }),
  body: Type.Object({
    /** The name of one endpoint; by default all that subscribe to the event. */
    endpoint: Type.Optional(ShortText),
  }),
  replies: { 202: Type.Object({ eventId: EventId, deliveries: Type.Array(EventDelivery) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sends an event again, with the same id and bytes, to one endpoint or to all that subscribe to it.",
  section: "events.md#delivery",
})
