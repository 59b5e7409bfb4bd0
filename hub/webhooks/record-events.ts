/** Records what happened, as events and their deliveries, in the transaction of the fact. */
import { EVENTS, type EventType } from "../../protocol/events/event-table.ts"
import { orderEventData } from "../../protocol/events/order-event.ts"
import type { OrderEvent } from "../../protocol/rules/injection.ts"
import { kitchenOf } from "../../protocol/rules/kitchen-stages.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findEventStore, insertEvent } from "./events-store.ts"
import { fanOut } from "./fan-out.ts"

export interface OrderChange {
  readonly order: OrderRecord
  /** With an `id` where the store made it: the event keeps that id. */
  readonly events: readonly (OrderEvent & { readonly id?: string | undefined })[]
}

/** Any event that is no read of an order: menus, products, channels, devices. */
export interface NewEvent {
  readonly type: EventType
  /** When it happened; now, unless said. */
  readonly occurredAt?: string
  readonly orderId?: string | null
  /** Rises with each event of one order or thing, so that a receiver can drop a stale one. */
  readonly sequence?: number
  /** The id that a store made. */
  readonly id?: string
  readonly data: object
}

/** The events of an order, each a read of the order as this transaction leaves it. */
export async function recordEvents(tx: TenantWrite, ids: Ids, { order, events }: OrderChange): Promise<void> {
  if (events.length === 0) return
  const store = await findEventStore(tx, order.storeId)
  for (const { type, at, id } of events) {
    await recordEvent(tx, ids, {
      type,
      occurredAt: at,
      orderId: order.id,
      sequence: order.sequence,
      ...(id !== undefined && { id }),
      data: { ...orderEventData({ type, order, store }), ...dispatchOf(order, id) },
    })
  }
}

/** Which device a dispatch is for, and with which lines: the one among the order's dispatches that has the event's id. */
function dispatchOf({ kitchen }: OrderRecord, eventId: string | undefined) {
  const dispatch = kitchenOf({ kitchen }).dispatches.find((sent) => sent.eventId === eventId)
  return dispatch && { dispatch }
}

/** The event's id; null when it came from a store and is here already. */
export async function recordEvent(tx: TenantWrite, ids: Ids, event: NewEvent): Promise<string | null> {
  const { type, occurredAt = tx.now, orderId = null, sequence = 0, id = null, data } = event
  const { version } = EVENTS[type]
  // The tenant handed in may be a caller with more to it than these two.
  const { accountId, vendorId } = tx.tenant
  const row = await insertEvent(tx, ids, {
    type,
    version,
    orderId,
    sequence,
    madeId: id,
    body: (eventId) => ({ event: { id: eventId, type, version, occurredAt }, accountId, vendorId, data }),
  })
  if (!row) return null
  await fanOut(tx, ids, { key: row.id, type })
  return row.eventId
}
