/** Outbound events, written in the transaction of the fact that they tell. */
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"

/** 48 bits do collide: a taken id is drawn again. */
const DRAWS_MAX = 10

export interface NewEvent {
  readonly type: string
  readonly version: number
  readonly orderId: string | null
  readonly sequence: number
  /** The body, given its event id; its bytes are made once and never again. */
  readonly body: (eventId: string) => object
}

export async function insertEvent(tx: TenantWrite, ids: Pick<Ids, "uuid" | "hex12">, event: NewEvent): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const eventId = `evt_${ids.hex12()}`
    const row = {
      id: ids.uuid(),
      event_id: eventId,
      type: event.type,
      version: event.version,
      order_id: event.orderId,
      sequence: event.sequence,
      created_at: tx.now,
      body: Buffer.from(JSON.stringify(event.body(eventId))),
    }
    const query = tx.insert("event", row).onConflict((conflict) => conflict.column("event_id").doNothing())
    if ((await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n) return eventId
  }
  throw new Error(`no free event id in ${DRAWS_MAX} draws`)
}
