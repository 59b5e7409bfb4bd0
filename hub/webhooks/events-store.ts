/** Outbound events as rows, written in the transaction of the fact that they tell. */
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

/** 48 bits do collide: a taken id is drawn again. */
const DRAWS_MAX = 10

export interface EventRow {
  readonly id: string
  readonly eventId: string
}

export interface NewEventRow {
  readonly type: string
  readonly version: number
  readonly orderId: string | null
  readonly sequence: number
  /** The id that a store made; null to have one drawn here. */
  readonly madeId: string | null
  /** The body, given its event id; its bytes are made once and never again. */
  readonly body: (eventId: string) => object
}

/** Null when the store's event is here already. */
export async function insertEvent(
  tx: TenantWrite,
  ids: Pick<Ids, "uuid" | "hex12">,
  event: NewEventRow,
): Promise<EventRow | null> {
  const { madeId, orderId } = event
  if (madeId !== null && orderId !== null && (await findEventId(tx, orderId, madeId))) return null
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const eventId = draw === 0 && madeId !== null ? madeId : `evt_${ids.hex12()}`
    const row = {
      id: ids.uuid(),
      event_id: eventId,
      made_id: madeId,
      type: event.type,
      version: event.version,
      order_id: orderId,
      sequence: event.sequence,
      created_at: tx.now,
      body: Buffer.from(JSON.stringify(event.body(eventId))),
    }
    if ((await tx.add("event", [row], "ON CONFLICT (event_id) DO NOTHING")) === 1) return { id: row.id, eventId }
  }
  throw new Error(`no free event id in ${DRAWS_MAX} draws`)
}

/** The public id of an order's event, by that id or by the one that its store made; null when the order has no such event. */
export async function findEventId(scope: TenantRead, orderId: string, eventId: string): Promise<string | null> {
  const row = await scope
    .select("event")
    .select("event_id")
    .where("order_id", "=", orderId)
    .where((where) => where.or([where("event_id", "=", eventId), where("made_id", "=", eventId)]))
    .executeTakeFirst()
  return row?.event_id ?? null
}

/** What an event tells of its order's store. */
export async function findEventStore(
  scope: TenantRead,
  storeId: string,
): Promise<Pick<Store, "countryCode" | "fiscal"> | null> {
  const row = await scope.select("store").select("record").where("store_id", "=", storeId).executeTakeFirst()
  return row ? (JSON.parse(row.record) as Store) : null
}
