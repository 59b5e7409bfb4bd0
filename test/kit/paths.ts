/** An endpoint's path, asked about the demo's first store, its day, and one order. */
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { STORE } from "./hub.ts"

/** What an endpoint must be asked with. */
const QUERIES: Record<string, string> = { "menu.get": "?channel=POS&fulfillmentType=DINE_IN" }

/** `known` are ids that the test has been given. */
export function pathOf(value: Endpoint, orderId: string, known: Readonly<Record<string, string>> = {}): string {
  const params: Record<string, string> = {
    orderId,
    order_uid: orderId,
    storeId: STORE,
    businessDayDate: "2026-11-21",
    claimId: STORE,
    webhookEventId: STORE,
    intentId: STORE,
    attemptId: STORE,
    fiscalRequestId: STORE,
    providerCode: "sandbox",
    eventId: "evt_000000000000",
    productId: "p-burger",
    ...known,
  }
  return value.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? name) + (QUERIES[value.name] ?? "")
}
