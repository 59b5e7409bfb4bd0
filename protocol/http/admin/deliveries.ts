/** Events and their deliveries at the dashboard: both sides of every attempt, one sent again, a whole time sent again. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, ShortText, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"
import { DeliveryStatus } from "../events.ts"

const SECTION = "conventions.md#paths"
const DELIVERIES = "/api/admin/deliveries"
const REPLAYS = "/api/admin/webhooks/:endpointId/replays"
const EndpointRef = Type.Object({ endpointId: Type.String() })
const DeliveryRef = Type.Object({ deliveryId: Type.String() })

export const Delivery = Type.Object({
  deliveryId: Uuid,
  endpointId: Uuid,
  endpoint: Type.String(),
  vendorId: Type.String(),
  eventId: Type.String(),
  type: Type.String(),
  orderId: nullable(Type.String()),
  status: DeliveryStatus,
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  lastError: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Delivery = Static<typeof Delivery>

const Headers = Type.Record(Type.String(), Type.String())

/** What was sent and what came back. */
export const DeliveryAttempt = Type.Object({
  at: Instant,
  durationMs: Type.Integer(),
  url: Type.String(),
  requestHeaders: Headers,
  /** Null: no answer came. */
  status: nullable(Type.Integer()),
  responseHeaders: nullable(Headers),
  /** The first KiB. */
  responseBody: nullable(Type.String()),
  error: nullable(Type.String()),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

const DeliveryDetail = Type.Object({
  delivery: Delivery,
  /** The bytes that were signed and sent, as text. */
  body: Type.String(),
  attempts: Type.Array(DeliveryAttempt),
})

export const EventLine = Type.Object({
  eventId: Type.String(),
  type: Type.String(),
  vendorId: Type.String(),
  orderId: nullable(Type.String()),
  createdAt: Instant,
  deliveries: Type.Array(Delivery),
})
export type EventLine = Static<typeof EventLine>

export const Replay = Type.Object({
  replayId: Uuid,
  vendorId: Type.String(),
  from: Instant,
  to: Instant,
  total: Type.Integer(),
  /** Events that it has gone through. */
  seen: Type.Integer(),
  /** Deliveries that it set on their way. */
  queued: Type.Integer(),
  createdAt: Instant,
  endedAt: nullable(Instant),
})
export type Replay = Static<typeof Replay>
const Replays = Type.Object({ replays: Type.Array(Replay) })

export const listDeliveries = endpoint({
  name: "deliveries.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/webhooks/:endpointId/deliveries",
  scope: null,
  params: EndpointRef,
  query: Type.Object({ ...CURSOR_QUERY, status: Type.Optional(DeliveryStatus) }),
  replies: { 200: cursorListOf(Delivery) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "What was sent to an endpoint, the latest first.",
  section: SECTION,
})

export const readDelivery = endpoint({
  name: "deliveries.read",
  family: "admin",
  who: "hands",
  method: "GET",
  path: `${DELIVERIES}/:deliveryId`,
  scope: null,
  params: DeliveryRef,
  replies: { 200: DeliveryDetail },
  refusals: ["NOT_FOUND"],
  summary: "One delivery with the body as sent and both sides of its attempts, the latest first.",
  section: SECTION,
})

export const resendDelivery = endpoint({
  name: "deliveries.resend",
  family: "admin",
  who: "hands",
  method: "POST",
  path: `${DELIVERIES}/:deliveryId/resend`,
  scope: null,
  params: DeliveryRef,
  replies: { 202: Delivery },
  refusals: ["NOT_FOUND"],
  summary: "Sends it again, the same id and the same bytes; one that is on its way already is left alone.",
  section: SECTION,
})

export const listAdminEvents = endpoint({
  name: "adminEvents.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/events",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    vendorId: Type.String(),
    type: Type.Optional(ShortText),
    /** Exactly this one. */
    eventId: Type.Optional(ShortText),
  }),
  replies: { 200: cursorListOf(EventLine) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "The events of a vendor in the last 30 days, the latest first, with where each went.",
  section: SECTION,
})

export const startReplay = endpoint({
  name: "replays.start",
  family: "admin",
  who: "developers",
  method: "POST",
  path: REPLAYS,
  scope: null,
  params: EndpointRef,
  body: Type.Object({ from: Instant, to: Instant }),
  replies: { 202: Replays },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sends the events of a time to an endpoint again, those that its filter wants; one replay a vendor.",
  section: SECTION,
})

export const listReplays = endpoint({
  name: "replays.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: REPLAYS,
  scope: null,
  params: EndpointRef,
  replies: { 200: Replays },
  refusals: ["NOT_FOUND"],
  summary: "The latest replays of an endpoint, and how far each has come.",
  section: SECTION,
})
