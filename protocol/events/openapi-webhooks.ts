/** Describes the outbound events as the `webhooks` of an OpenAPI 3.1 document: body, headers and expected answers. */
import { envelopeOf } from "./envelope.ts"
import { eventExample } from "./event-examples.ts"
import { EVENTS, type EventType } from "./event-table.ts"

type Json = Record<string, unknown>

const HEADERS: readonly (readonly [name: string, description: string, required: boolean])[] = [
  ["X-Service-Signature", "Hex HMAC-SHA256 of the raw body with the endpoint's secret.", true],
  ["X-Service-Signature-Previous", "The same with the previous secret, for a day after a rotation.", false],
  ["X-Service-Event-Id", "`event.id`: the same at every attempt.", true],
  ["X-Service-Timestamp", "Seconds since 1970 at this attempt.", true],
  ["webhook-id", "`event.id`, for Standard Webhooks libraries.", true],
  ["webhook-timestamp", "Seconds since 1970 at this attempt.", true],
  ["webhook-signature", "`v1,` and base64; two signatures separated by a space during a rotation.", true],
]

export const EVENTS_TAG = { name: "webhooks", description: "Events that the hub sends to registered endpoints." }

/** One entry per event, keyed by its type. */
export function openApiWebhooks(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { version, data, emitted }]) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: [EVENTS_TAG.name],
          summary: emitted,
          description: `Version ${version}. Contract: [events](/docs/contract/events#events-that-go-out).`,
          security: [],
          parameters: HEADERS.map(([name, description, required]) => ({
            name,
            in: "header",
            required,
            description,
            schema: { type: "string" },
          })),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: envelopeOf(type, version, data),
                example: eventExample(type as EventType),
              },
            },
          },
          responses: {
            "2XX": { description: "Accepted. After any other answer, or none within 15 s, the event is sent again." },
            "410": { description: "The endpoint is disabled at once." },
          },
        },
      },
    ]),
  )
}
