/** Serves the kitchen display's callback on the LAN (docs/contract/callbacks.md#kitchen-status). The report is applied before the answer. */
import type { reportKitchen as endpoint } from "../../protocol/http/callbacks.ts"
import type { VendorCaller } from "../../protocol/http/endpoint.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { kitchenOf, recordOfReport } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { KitchenReport } from "../../protocol/shapes/callback.ts"
import type { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { toUtc } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findOrder, hasOrderEvent } from "../orders/store/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { findReport, type StoredReport } from "./kitchen-reports-store.ts"
import { recordReport } from "./record-report.ts"

export const reportKitchenHandler =
  ({ ids, outbox }: { ids: Ids; outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const order = findOrder(tx, body.orderId)
    if (!order) return refuse("NOT_FOUND", `There is no order ${body.orderId}.`)
    const { eventId, eventType, providerEventId } = body
    if (isOfAnotherStation(order, body, caller)) {
      return invalid({ path: "eventId", message: "is of another station than this screen's" })
    }
    const known = findReport(tx, { orderId: order.id, eventId, eventType })
    if (known) return accepted(known, true)
    if (!hasOrderEvent(tx, order.id, eventId)) {
      return invalid({ path: "eventId", message: "is not the id of an event that was emitted for this order" })
    }
    const report: ReceivedReport = {
      webhookEventId: ids.uuid(),
      eventId,
      eventType,
      providerEventId,
      occurredAt: toUtc(body.occurredAt),
      station: body.station ?? null,
      metadata: body.metadata ?? null,
      receivedAt: tx.now,
    }
    return accepted(recordReport(tx, { order, report }, outbox), false)
  }

/** A screen paired for a station reports only for it. A display with an API key may report for the whole kitchen. */
function isOfAnotherStation(
  order: OrderRecord,
  { eventId, station }: KitchenReport,
  { device }: VendorCaller,
): boolean {
  const own = device?.station ?? null
  if (own === null) return false
  const sentTo = kitchenOf(order).dispatches.find((one) => one.eventId === eventId)?.station
  return [sentTo ?? own, station ?? own].some((named) => named !== own)
}

function accepted({ report, verdict }: StoredReport, duplicate: boolean) {
  const { eventId, webhookEventId, receivedAt } = report
  return {
    status: 202 as const,
    data: {
      received: true as const,
      duplicate,
      eventId,
      webhookEventId,
      status: recordOfReport(verdict).status,
      firstReceivedAt: receivedAt,
      message: duplicate ? "This report was accepted before." : "The report is accepted.",
    },
  }
}
