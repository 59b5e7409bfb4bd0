/** Webhook endpoints at the dashboard: how they stand, made, changed, their secrets rotated, paused, tried out. */
import Type, { type Static } from "typebox"
import { EVENT_TYPES } from "../../events/event-table.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const WEBHOOKS = "/api/admin/webhooks"
const SECTION = "conventions.md#paths"
const NAME_MAX = 60
const URL_MAX = 500
/** Deliveries are counted up to here; so many or more reads as "many". */
export const COUNT_MAX = 1000

const Count = Type.Integer({ minimum: 0, maximum: COUNT_MAX })
const Url = Type.String({ minLength: 1, maxLength: URL_MAX })
const Filter = Type.Array(Type.String({ minLength: 1, maxLength: NAME_MAX }), { minItems: 1, maxItems: 40 })

export const WebhookEndpoint = Type.Object({
  endpointId: Uuid,
  name: Type.String(),
  url: Type.String(),
  /** Null: it hears of every vendor of the account. */
  vendorId: nullable(Type.String()),
  events: Type.Array(Type.String()),
  state: oneOf("taking", "failing", "paused"),
  createdAt: Instant,
  failingSince: nullable(Instant),
  pausedAt: nullable(Instant),
  pausedWhy: nullable(Type.String()),
  /** Until then the secret before signs as well. */
  rotatingUntil: nullable(Instant),
  lastTakenAt: nullable(Instant),
  waiting: Count,
  held: Count,
  dead: Count,
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/** The secret stands in this answer alone: nothing shows it again. */
const WithSecret = Type.Object({ endpoint: WebhookEndpoint, secret: Type.String() })

const EndpointRef = Type.Object({ endpointId: Type.String() })

export const listWebhooks = endpoint({
  name: "webhooks.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: WEBHOOKS,
  scope: null,
  query: Type.Object(CURSOR_QUERY),
  replies: {
    200: Type.Object({ ...cursorListOf(WebhookEndpoint).properties, eventTypes: Type.Array(Type.String()) }),
  },
  refusals: ["VALIDATION_ERROR"],
  summary: "Where events are sent, by name, and how each endpoint fares.",
  section: SECTION,
})

export const readWebhook = endpoint({
  name: "webhooks.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: `${WEBHOOKS}/:endpointId`,
  scope: null,
  params: EndpointRef,
  replies: { 200: WebhookEndpoint },
  refusals: ["NOT_FOUND"],
  summary: "One endpoint, and how it fares.",
  section: SECTION,
})

export const createWebhook = endpoint({
  name: "webhooks.create",
  family: "admin",
  who: "developers",
  method: "POST",
  path: WEBHOOKS,
  scope: null,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" }),
    url: Url,
    vendorId: nullable(Type.String()),
    events: Filter,
  }),
  replies: { 201: WithSecret },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "A new endpoint; the answer carries its secret, once.",
  section: SECTION,
})

export const changeWebhook = endpoint({
  name: "webhooks.change",
  family: "admin",
  who: "developers",
  method: "PUT",
  path: `${WEBHOOKS}/:endpointId`,
  scope: null,
  params: EndpointRef,
  body: Type.Object({ url: Type.Optional(Url), events: Type.Optional(Filter) }),
  replies: { 200: WebhookEndpoint },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Changes where an endpoint is, or which events it wants; what is on its way goes to the new address.",
  section: SECTION,
})

export const rotateWebhook = endpoint({
  name: "webhooks.rotate",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${WEBHOOKS}/:endpointId/rotate`,
  scope: null,
  params: EndpointRef,
  replies: { 200: WithSecret },
  refusals: ["NOT_FOUND"],
  summary: "A new secret, shown once; the one before signs as well for a day.",
  section: SECTION,
})

export const pauseWebhook = endpoint({
  name: "webhooks.pause",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${WEBHOOKS}/:endpointId/pause`,
  scope: null,
  params: EndpointRef,
  replies: { 200: WebhookEndpoint },
  refusals: ["NOT_FOUND"],
  summary: "Nothing is sent to it any more; what comes meanwhile is held.",
  section: SECTION,
})

export const resumeWebhook = endpoint({
  name: "webhooks.resume",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${WEBHOOKS}/:endpointId/resume`,
  scope: null,
  params: EndpointRef,
  replies: { 200: WebhookEndpoint },
  refusals: ["NOT_FOUND"],
  summary: "It is as new: what was held goes out, and its days of grace begin again.",
  section: SECTION,
})

export const testWebhook = endpoint({
  name: "webhooks.test",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${WEBHOOKS}/:endpointId/test`,
  scope: null,
  params: EndpointRef,
  body: Type.Object({ type: oneOf(...EVENT_TYPES) }),
  replies: { 202: Type.Object({ eventId: Type.String(), deliveryId: Uuid }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sends a made-up event of a type to this endpoint alone, marked `event.test`, signed as all others.",
  section: SECTION,
})
