/** An order event as receivers will get it: the envelope and the order of that moment (document 1, *Events*). */
import type { OrderEvent } from "../../protocol/rules/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"

/** Each event advances on its own version line; all of them are at their first. */
export const ORDER_EVENT_VERSION = 1

export function orderEvent(eventId: string, event: OrderEvent, order: OrderRecord) {
  const { id, accountId, vendorId, revision, sequence, operatorUid: _kept, cancelling: _mark, ...fields } = order
  return {
    event: { id: eventId, type: event.type, version: ORDER_EVENT_VERSION, occurredAt: event.at },
    accountId,
    vendorId,
    data: {
      orderId: id,
      ...fields,
      revision,
      sequence,
      store: { ...order.store, storeFiscalConfig: null },
      orderLines: order.orderLines.map((line) => ({ ...line, metadata: { fiscal: null } })),
      payments: { tenders: order.payments, metadata: { fiscal: null } },
      lastKnown: { fiscal: null },
      fiscalRepresentation: null,
    },
  }
}
