/** Publishes the stage that an order's tickets have reached, as a report like that of any kitchen display. */
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { stagesToPublish } from "../../protocol/rules/kitchen/ticket-stages.ts"
import type { KitchenStage, ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import type { FreeForm } from "../../protocol/shapes/scalars.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findReport } from "./kitchen-reports-store.ts"
import { recordReport } from "./record-report.ts"

interface PublishStageInput {
  readonly orderId: string
  /** The ticket whose action caused it. */
  readonly ticketId: string
  /** The station of the screen. */
  readonly station: string
  readonly actionId: string
  /** The stage that the tickets have reached. */
  readonly reached: KitchenStage | null
  readonly metadata?: FreeForm
}

/** Publishes only stages that advance the order, and none of a cancelled order. */
export function publishStage(tx: BoxTx, input: PublishStageInput, { ids, outbox }: { ids: Ids; outbox: Outbox }): void {
  const { orderId, ticketId: eventId, station, actionId, reached, metadata = null } = input
  const readStage = () => {
    const order = findOrder(tx, orderId)
    return order && order.status !== "CANCELLED" ? { order, published: kitchenOf(order).stage } : null
  }
  for (const eventType of stagesToPublish(reached, readStage()?.published ?? null)) {
    const current = readStage()
    if (!current || findReport(tx, { orderId, eventId, eventType })) continue
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
    recordReport(tx, { order: current.order, report }, outbox)
  }
}
