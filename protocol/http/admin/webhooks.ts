/** The dashboard's endpoints of webhooks: list, create, change, rotate the secret, pause, resume, test. */
import Type, { type Static } from "typebox"
import { EVENT_TYPES } from "../../events/event-table.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { secret } from "../../shapes/privacy.ts"
import { Instant, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const WEBHOOKS = "/api/admin/webhooks"
const SECTION = "conventions.md#paths"
const NAME_MAX = 60
const URL_MAX = 500
/** Counting deliveries stops here; the page then shows "many". */
export const COUNT_MAX = 1000

const Count = Type.Integer({ minimum: 0, maximum: COUNT_MAX })
const Url = Type.String({ minLength: 1, maxLength: URL_MAX })
const Filter = Type.Array(Type.String({ minLength: 1, maxLength: NAME_MAX }), { minItems: 1, maxItems: 40 })

export const WebhookEndpoint = Type.Object({
  endpointId: Uuid,
  name: Type.String(),
  url: Type.String(),
  /** Null: it gets the events of every vendor of the account. */
  vendorId: nullable(Type.String()),
  events: Type.Array(Type.String()),
  state: oneOf("taking", "failing", "paused"),
  createdAt: Instant,
  failingSince: nullable(Instant),
  pausedAt: nullable(Instant),
  pausedWhy: nullable(Type.String()),
  /** Until then deliveries are also signed with the previous secret. */
  rotatingUntil: nullable(Instant),
  lastTakenAt: nullable(Instant),
  waiting: Count,
  held: Count,
  dead: Count,
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/** The secret is returned once; nothing shows it again. */
const EndpointWithSecret = Type.Object({ endpoint: WebhookEndpoint, secret: secret(Type.String()) })

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
  summary: "Lists the webhook endpoints by name, with their state.",
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
  summary: "Reads one endpoint with its state.",
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
  replies: { 201: EndpointWithSecret },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Creates an endpoint; only this answer contains its secret.",
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
  summary: "Changes an endpoint's URL or event filter; waiting deliveries go to the new URL.",
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
  replies: { 200: EndpointWithSecret },
  refusals: ["NOT_FOUND"],
  summary: "Makes a new secret and returns it once; the previous one also signs for a day.",
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
  summary: "Pauses an endpoint: its deliveries are held.",
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
  summary: "Resumes an endpoint: held deliveries are sent, and its grace period begins again.",
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
  summary: "Sends a sample event of a type to this endpoint only, marked `event.test` and signed like all others.",
  section: SECTION,
})
