/** Writes what happened to an order as events, in the transaction that changed it. */
import type { OrderEvent } from "../../protocol/rules/injection.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"
import { insertEvent } from "./events-store.ts"
import { ORDER_EVENT_VERSION, orderEvent } from "./order-event.ts"

export interface OrderChange {
  readonly order: OrderRecord
  readonly events: readonly OrderEvent[]
}

export async function recordEvents(tx: TenantWrite, ids: Ids, { order, events }: OrderChange): Promise<void> {
  for (const event of events) {
    await insertEvent(tx, ids, {
      type: event.type,
      version: ORDER_EVENT_VERSION,
      orderId: order.id,
      sequence: order.sequence,
      body: (eventId) => orderEvent(eventId, event, order),
    })
  }
}
