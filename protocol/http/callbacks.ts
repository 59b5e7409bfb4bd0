/** The endpoints of reports that come in: accepted and queued at once, worked off afterwards (docs/contract/conventions.md#paths). */
import Type from "typebox"
import { AggregatorReport, CallbackAccepted, CallbackRecord, KitchenReport } from "../shapes/callback.ts"
import { FiscalCallback } from "../shapes/callback-fiscal.ts"
import { endpoint } from "./endpoint.ts"

const WEBHOOKS = "/api/v1/webhooks"

/** Of the caller's own order: nobody can try these two without it. */
const OF_AN_ORDER = { orderId: "01a1ff43-dd00-735f-a08f-4e42d0f8c243", eventId: "evt_4f1c09ab77d2" }

export const reportAggregator = endpoint({
  name: "callbacks.aggregator",
  family: "callback",
  method: "POST",
  path: `${WEBHOOKS}/aggregator/order-status`,
  scope: "webhooks:aggregator",
  body: AggregatorReport,
  replies: { 202: CallbackAccepted },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  summary:
    "A delivery aggregator reports an order's status; the order's `aggregator` becomes the latest by `occurredAt`.",
  section: "callbacks.md#aggregator-status",
  example: {
    channelCode: "GLOVO",
    status: "COURIER_ASSIGNED",
    providerEventId: "glovo-77-2",
    occurredAt: "2026-11-21T17:40:00Z",
    externalOrderId: "web-1004",
    metadata: { courier: "Luis" },
  },
})

export const reportKitchen = endpoint({
  name: "callbacks.kitchen",
  family: "callback",
  method: "POST",
  path: `${WEBHOOKS}/kds/order-status`,
  scope: "webhooks:kds",
  body: KitchenReport,
  replies: { 202: CallbackAccepted },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "A kitchen display reports a stage of a dispatch: `order.preparing`, `order.ready`, `order.dispatched`.",
  section: "callbacks.md#kitchen-status",
  example: {
    eventType: "order.ready",
    providerEventId: "kds-grill-17",
    ...OF_AN_ORDER,
    occurredAt: "2026-11-21T17:38:00Z",
    station: "grill",
  },
})

export const reportFiscal = endpoint({
  name: "callbacks.fiscal",
  family: "fiscalCallback",
  method: "POST",
  path: `${WEBHOOKS}/fiscal/callback`,
  scope: "webhooks:fiscal",
  body: FiscalCallback,
  replies: { 202: CallbackAccepted },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "A fiscal provider reports what the authority said of a document.",
  section: "callbacks.md#fiscal-callback",
  example: {
    countryCode: "EC",
    eventType: "authorized",
    providerEventId: "sri-42",
    occurredAt: "2026-11-21T17:32:00Z",
    ...OF_AN_ORDER,
    document: {
      docType: "01",
      docSubtype: "invoice",
      pdfUrl: "https://provider.example/42.pdf",
      totalAmount: "6.5000",
      taxAmount: "0.8478",
      currencyCode: "USD",
      claveAcceso: "2311202601179001234400110010010000000011944104512",
      numeroAutorizacion: "2311202601179001234400110010010000000011944104512",
    },
  },
})

/** Which scope it takes depends on what the id names: the handler asks for the one that produced it. */
export const readCallback = endpoint({
  name: "callbacks.read",
  family: "callbackRecord",
  method: "GET",
  path: `${WEBHOOKS}/events/:webhookEventId`,
  scope: null,
  /** Any text: what is no id of a record is an unknown one. */
  params: Type.Object({ webhookEventId: Type.String({ minLength: 1 }) }),
  replies: { 200: CallbackRecord },
  refusals: ["NOT_FOUND", "FORBIDDEN"],
  summary: "What became of an accepted report; the key needs the scope that the report needed.",
  section: "callbacks.md#queue-record",
})
