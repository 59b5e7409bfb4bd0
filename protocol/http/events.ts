/** The events that were sent, and sending one of them again (docs/contract/conventions.md#paths). */
import Type, { type Static } from "typebox"
import { EventId } from "../events/envelope.ts"
import { listOf, PAGE_QUERY } from "../shapes/page.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const EVENTS = "/api/v1/core/external/events"

/** `waiting`: on its way. `held`: its endpoint is disabled. `dead`: the attempts are used up. `expired`: too old before anybody took it. */
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
  /** The envelope as receivers get it. */
  payload: FreeForm,
  deliveries: Type.Array(EventDelivery),
})

export const EventListQuery = Type.Object({
  /** A name, or a family such as `order.*`. */
  type: Type.Optional(ShortText),
  /** The order's UUID or its external id. */
  orderId: Type.Optional(ShortText),
  /** Events with at least one delivery that stands so. */
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
  summary: "Lists the events of the last 30 days, newest first, with their bodies and how each delivery stands.",
  section: "conventions.md#paths",
})

/** So long a word says where a follower is, with the young events that it was given. */
const CURSOR_MAX_CHARS = 4000

/** An event as receivers get it, without who else was sent it. */
const FollowedEvent = Type.Omit(SentEvent, ["deliveries"])

const FollowQuery = Type.Object({
  /** `next` of the answer before. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_MAX_CHARS })),
  /** Where to begin without `after`; the oldest event that is kept, unless said. */
  from: Type.Optional(Instant),
  /** A name, or a family such as `order.*`. */
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
      /** Where to go on: to be stored with what was done about the events. */
      next: Type.String(),
      /** There is more at this moment: ask again at once. */
      more: Type.Boolean(),
    }),
  },
  refusals: ["VALIDATION_ERROR"],
  summary: "Follows the events oldest first, each once, from where `after` ended: for those who would rather poll.",
  section: "conventions.md#paths",
})

export const redeliverEvent = endpoint({
  name: "events.redeliver",
  family: "core",
  method: "POST",
  path: `${EVENTS}/:eventId/redeliver`,
  scope: "orders:write",
  /** Any text: what is no id of an event is an unknown one. */
  params: Type.Object({ eventId: Type.String({ minLength: 1 }) }),
  body: Type.Object({
    /** The name of one endpoint; every one that wants the event, unless said. */
    endpoint: Type.Optional(ShortText),
  }),
  replies: { 202: Type.Object({ eventId: EventId, deliveries: Type.Array(EventDelivery) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sends an event again, with its own id and bytes, to one endpoint or to all that want it.",
  section: "events.md#delivery",
})
