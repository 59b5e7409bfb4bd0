/** Events of the store's orders by id. An id is drawn in the transaction of its fact and is sent to the hub with it. */
import type { BoxTx, Outbox } from "../../storage/index.ts"

/** Ids have 48 bits and can collide. A used id is drawn again. */
const DRAWS_MAX = 10

interface IdDraw {
  eventId(): string
  /** Id of a dispatch and its kitchen ticket, unique in the store. */
  ticketId(): string
}

/** Draws event ids for one change, unique within the order. `known`: the order has earlier events. */
export function createIdDraw(
  tx: BoxTx,
  outbox: Omit<Outbox, "record">,
  { id, known }: { id: string; known: boolean },
): IdDraw {
  const drawn = new Set<string>()
  const isTaken = (eventId: string) => drawn.has(eventId) || (known && hasOrderEvent(tx, id, eventId))
  const draw = (isOther: (eventId: string) => boolean) => {
    for (let draws = 0; draws < DRAWS_MAX; draws += 1) {
      const eventId = `evt_${outbox.hex12()}`
      if (isTaken(eventId) || isOther(eventId)) continue
      drawn.add(eventId)
      return eventId
    }
    throw new Error(`no free event id in ${DRAWS_MAX} draws`)
  }
  return {
    eventId: () => draw(() => false),
    ticketId: () => draw((eventId) => outbox.isTicket?.(tx, eventId) ?? false),
  }
}

export interface PublishedEvent {
  readonly id: string
  /** May be a type that this version of the box does not know. */
  readonly type: string
  readonly at: string
}

export function addOrderEvents({ db }: BoxTx, orderId: string, events: readonly PublishedEvent[]): void {
  if (events.length === 0) return
  const places = events.map(() => "(?, ?, ?, ?)").join(", ")
  const values = events.flatMap(({ id, type, at }) => [orderId, id, type, at])
  db.prepare(`INSERT INTO order_event (order_id, event_id, type, at) VALUES ${places} ON CONFLICT DO NOTHING`).run(
    values,
  )
}

export function hasOrderEvent({ db }: BoxTx, orderId: string, eventId: string): boolean {
  return db.prepare("SELECT 1 FROM order_event WHERE order_id = ? AND event_id = ?").get(orderId, eventId) !== undefined
}
