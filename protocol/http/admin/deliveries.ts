/** The dashboard's endpoints of events and deliveries: list them, read attempts, resend one, replay a range. */
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

/** One attempt: the request and the answer. */
export const DeliveryAttempt = Type.Object({
  at: Instant,
  durationMs: Type.Integer(),
  url: Type.String(),
  requestHeaders: Headers,
  /** Null if no answer came. */
  status: nullable(Type.Integer()),
  responseHeaders: nullable(Headers),
  /** The first 1024 bytes. */
  responseBody: nullable(Type.String()),
  error: nullable(Type.String()),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

const DeliveryDetail = Type.Object({
  delivery: Delivery,
  /** The signed bytes, as text. */
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
  /** Events processed so far. */
  seen: Type.Integer(),
  /** Deliveries queued so far. */
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
  summary: "Lists an endpoint's deliveries, newest first.",
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
  summary: "Reads one delivery with its body and its attempts, newest first.",
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
  summary: "Sends a delivery again with the same id and bytes; one that is already waiting is left alone.",
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
    eventId: Type.Optional(ShortText),
  }),
  replies: { 200: cursorListOf(EventLine) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists a vendor's events of the last 30 days with their deliveries, newest first.",
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
  summary:
    "Sends the events of a time range that match the endpoint's filter again; a vendor has one replay at a time.",
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
  summary: "Lists an endpoint's latest replays with their progress.",
  section: SECTION,
})
