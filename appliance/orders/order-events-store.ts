/** The events of the store's orders by their ids: each is drawn in the transaction of its fact, and goes up with it. */
import type { BoxTx } from "../storage/index.ts"

/** 48 bits do collide: a taken id is drawn again. */
const DRAWS_MAX = 10

/** Draws ids that no event of this store has, for the events of one change. */
export function createDraw({ db }: BoxTx, hex12: () => string): () => string {
  const drawn = new Set<string>()
  const known = db.prepare("SELECT 1 FROM order_event WHERE event_id = ? LIMIT 1")
  return () => {
    for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
      const eventId = `evt_${hex12()}`
      if (drawn.has(eventId) || known.get(eventId) !== undefined) continue
      drawn.add(eventId)
      return eventId
    }
    throw new Error(`no free event id in ${DRAWS_MAX} draws`)
  }
}

export interface ToldEvent {
  readonly id: string
  /** The hub may tell of more kinds than this box knows. */
  readonly type: string
  readonly at: string
}

export function addOrderEvents({ db }: BoxTx, orderId: string, events: readonly ToldEvent[]): void {
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
