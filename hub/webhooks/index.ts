/** Outbound events: recorded with the change, delivered to each endpoint that wants them, and kept so that they can be sent again. */

export {
  createEndpoint,
  OVERLAP_MS,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from "./change-endpoint.ts"
export { createWebhooks, type Webhooks } from "./create-webhooks.ts"
export {
  countUpTo,
  findDelivery,
  lastDeliveredAt,
  readAttempts,
  readDeliveries,
  readDeliveriesOfEvents,
  readEvents,
  readReplays,
} from "./delivery-lists-store.ts"
export { findEmitted, type NamedEvent, type WasEmitted } from "./emitted-store.ts"
export { allEndpoints, changeEndpoint, type Endpoint, findEndpoint, vendorsOf } from "./endpoints-store.ts"
export { sendAgain } from "./fan-out.ts"
export { followEventsHandler } from "./follow-events.ts"
export { moveEvents, type PublishedEvent, publishedEvents, untold, untoldOfAll } from "./followed-events-store.ts"
export { type ForwardDeps, type Forwarded, forward, forwardEvents } from "./forward-events.ts"
export { listEventsHandler } from "./list-events.ts"
export { type NewEvent, type OrderChange, recordAllEvents, recordEvent, recordEvents } from "./record-events.ts"
export { redeliverEventHandler } from "./redeliver-event.ts"
export { beginReplay } from "./replay.ts"
export { createWebhookSecret } from "./secret.ts"
export { type Attempt, createSender } from "./send.ts"
export { createWebhooksAdmin, type EndpointView, type WebhooksAdmin } from "./webhooks-admin.ts"
