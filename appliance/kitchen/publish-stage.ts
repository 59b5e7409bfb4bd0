/** Tells what the tickets say of an order's stage, by the very way that any display's report takes to the order and to the hub. */
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { stagesToPublish } from "../../protocol/rules/kitchen/ticket-stages.ts"
import type { KitchenStage, ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { FreeForm } from "../../protocol/shapes/scalars.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findOrder } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findReport } from "./kitchen-reports-store.ts"
import { recordReport } from "./record-report.ts"

interface PublishStageInput {
  readonly orderId: string
  /** The dispatch that brought it about. */
  readonly ticketId: string
  /** Of the screen. */
  readonly station: string
  readonly actionId: string
  /** How far the tickets are. */
  readonly reached: KitchenStage | null
  readonly metadata?: FreeForm
}

/** Only what moves the order on is told; a cancelled order is left in peace. */
export function publishStage(
  tx: BoxTx,
  telling: PublishStageInput,
  { ids, outbox }: { ids: Ids; outbox: Outbox },
): void {
  const { orderId, ticketId: eventId, station, actionId, reached, metadata = null } = telling
  const stage = () => {
    const order = findOrder(tx, orderId)
    return order && order.status !== "CANCELLED" ? { order, told: kitchenOf(order).stage } : null
  }
  for (const eventType of stagesToPublish(reached, stage()?.told ?? null)) {
    const now = stage()
    if (!now || findReport(tx, { orderId, eventId, eventType })) continue
    const report: ReceivedReport = {
      webhookEventId: ids.uuid(),
      eventId,
      eventType,
      providerEventId: actionId,
      occurredAt: tx.now,
      station,
      metadata,
      receivedAt: tx.now,
    }
    recordReport(tx, { order: now.order, report }, outbox)
  }
}
