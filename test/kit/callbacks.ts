/** Reports as aggregators, kitchen displays and fiscal providers send them, and their records. */
import type { Answer, TestHub } from "./hub.ts"
import { ORDERS, orderBody } from "./order-bodies.ts"

export const AGGREGATOR = "/api/v1/webhooks/aggregator/order-status"
export const KITCHEN = "/api/v1/webhooks/kds/order-status"
export const FISCAL = "/api/v1/webhooks/fiscal/callback"
export const recordPath = (webhookEventId: string) => `/api/v1/webhooks/events/${webhookEventId}`

let count = 0
const next = () => {
  count += 1
  return count
}

type Change = Readonly<Record<string, unknown>>

export function aggregatorReport(change: Change) {
  const occurredAt = "2026-11-21T17:40:00Z"
  return { channelCode: "GLOVO", status: "ACCEPTED", providerEventId: `glovo-${next()}`, occurredAt, ...change }
}

export function kitchenReport(change: Change) {
  const occurredAt = "2026-11-21T17:40:00Z"
  return { eventType: "order.preparing", providerEventId: `kds-${next()}`, occurredAt, station: "grill", ...change }
}

/** Of Ecuador, whose documents have an access key of 49 digits. */
export function fiscalReport(change: Change) {
  const document = {
    docType: "01",
    docSubtype: "FACTURA",
    claveAcceso: ACCESS_KEY,
    pdfUrl: "https://sri.example/1.pdf",
  }
  const named = { countryCode: "EC", providerEventId: `sri-${next()}`, occurredAt: "2026-11-21T17:40:00Z" }
  return { ...named, eventType: "authorized", document, ...change }
}

const ACCESS_KEY = "2111202601179001234400110010010000000011234567816"

export const REJECTED = { eventType: "rejected", document: undefined, error: { code: "35", message: "No" } }

export interface ReportableOrder {
  readonly orderId: string
  readonly externalOrderId: string
  /** Of `order.opened`. */
  readonly eventId: string
}

/** An order of an aggregator's channel, and the event that told of it. */
export async function reportable(
  hub: TestHub,
  options: Parameters<typeof orderBody>[0] = {},
): Promise<ReportableOrder> {
  const body = orderBody({ channel: "GLOVO", ...options })
  const response = await hub.call("POST", ORDERS, body)
  const orderId: string = response.body.data.id
  const told = (await hub.events()).find((event) => event.orderId === orderId)
  if (!told) throw new Error(`nothing was told of order ${orderId}`)
  const { event } = told.envelope as { event: { id: string } }
  return { orderId, externalOrderId: body.orderId, eventId: event.id }
}

/** The record of an accepted report, once the queue has nothing more to do. */
export async function settled({ hub, call }: TestHub, accepted: Answer, key?: string): Promise<Answer> {
  await hub.queue.settle()
  return call("GET", recordPath(accepted.body.webhookEventId), undefined, key)
}
