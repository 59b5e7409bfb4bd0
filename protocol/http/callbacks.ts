/** The endpoints of incoming reports: they are stored and queued at once and processed afterwards (docs/contract/conventions.md#paths). */
import Type from "typebox"
import { AggregatorReport, CallbackAccepted, CallbackRecord, KitchenReport } from "../shapes/callback.ts"
import { FiscalCallback } from "../shapes/callback-fiscal.ts"
import { endpoint } from "./endpoint.ts"

const WEBHOOKS = "/api/v1/webhooks"

/** Placeholders: a caller must replace them by the ids of an order of its own. */
const EXAMPLE_ORDER_REFS = { orderId: "01a1ff43-dd00-735f-a08f-4e42d0f8c243", eventId: "evt_4f1c09ab77d2" }

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
    ...EXAMPLE_ORDER_REFS,
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
  summary: "A fiscal provider reports the authority's verdict on a document.",
  section: "callbacks.md#fiscal-callback",
  example: {
    countryCode: "EC",
    eventType: "authorized",
    providerEventId: "sri-42",
    occurredAt: "2026-11-21T17:32:00Z",
    ...EXAMPLE_ORDER_REFS,
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

/** The scope depends on the report: the handler checks the scope that was needed to send it. */
export const readCallback = endpoint({
  name: "callbacks.read",
  family: "callbackRecord",
  method: "GET",
  path: `${WEBHOOKS}/events/:webhookEventId`,
  scope: null,
  /** Any text is accepted: text that is not an id gets the same 404 as an unknown id. */
  params: Type.Object({ webhookEventId: Type.String({ minLength: 1 }) }),
  replies: { 200: CallbackRecord },
  refusals: ["NOT_FOUND", "FORBIDDEN"],
  summary: "Reads how an accepted report was processed; the key needs the scope that the report needed.",
  section: "callbacks.md#queue-record",
})
