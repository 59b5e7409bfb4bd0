/** Outbound events as rows, written in the transaction of the change that they report. */
import type { FiscalStoreFacts } from "../../protocol/rules/fiscal/order-fiscal.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { createFencedRead, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { isLate } from "./event-cursor.ts"

/** A 48-bit id may be taken; then another one is drawn. */
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
  /** The id that the store created. Null: the hub creates one. */
  readonly madeId: string | null
  /** Returns the body as JSON for an event id. Its bytes are made once and never change. */
  readonly body: (eventId: string) => string
}

/** Returns null if the store's event exists already. */
export async function insertEvent(tx: TenantWrite, ids: Draws, event: NewEventRow): Promise<EventRow | null> {
  const [row = null] = await insertEvents(tx, ids, [event])
  return row
}

/** `insertEvent` for many events. Returns a result for each, in order. */
export async function insertEvents(
  tx: TenantWrite,
  ids: Draws,
  events: readonly NewEventRow[],
): Promise<(EventRow | null)[]> {
  const found: (EventRow | null)[] = events.map(() => null)
  let open = events.map((event, place) => ({ event, place, eventId: event.madeId ?? drawId(ids) }))
  for (let draw = 0; open.length > 0; draw += 1) {
    if (draw === DRAWS_MAX) throw new Error(`no free event id in ${DRAWS_MAX} draws`)
    const rows = open.map(({ event, eventId }) => toRow(tx, { event, eventId, id: ids.uuid() }))
    const added = await tx.addNew("event", "id", rows)
    const taken: typeof open = []
    for (const [at, one] of open.entries()) {
      const { id = "" } = rows[at] ?? {}
      if (added.has(id)) found[one.place] = { id, eventId: one.eventId }
      else if (!(await isHere(tx, one.event))) taken.push({ ...one, eventId: drawId(ids) })
    }
    open = taken
  }
  dateLate(
    tx,
    found.flatMap((row) => row?.id ?? []),
  )
  return found
}

/**
 * Callers that poll expect no new event before a time that is `SETTLED_AFTER_MS` old. A transaction that was open for longer dates its events at its
 * end; otherwise the callers would miss them.
 */
function dateLate(tx: TenantWrite, keys: readonly string[]): void {
  if (keys.length === 0) return
  tx.system.beforeCommit(async (later) => {
    if (!isLate(tx.now, later)) return
    const { dialect } = tx
    await tx
      .update("event")
      .set({ created_at: later })
      .where(dialect.isAmong("id", dialect.listOf(keys)))
      .execute()
  })
}

type Draws = Pick<Ids, "uuid" | "hex12">

function drawId(ids: Draws): string {
  return `evt_${ids.hex12()}`
}

function toRow(tx: TenantWrite, { event, eventId, id }: { event: NewEventRow; eventId: string; id: string }) {
  return {
    id,
    event_id: eventId,
    made_id: event.madeId,
    type: event.type,
    version: event.version,
    order_id: event.orderId,
    sequence: event.sequence,
    created_at: tx.now,
    body: Buffer.from(event.body(eventId)),
  }
}

/** Checked only if the insert found a duplicate, because nearly every event is new. */
async function isHere(tx: TenantWrite, { orderId, madeId }: NewEventRow): Promise<boolean> {
  return madeId !== null && orderId !== null && (await findEventId(tx, orderId, madeId)) !== null
}

/** The public id of an order's event, found by that id or by the store's. Null if the order has no such event. */
export async function findEventId(scope: TenantRead, orderId: string, eventId: string): Promise<string | null> {
  const row = await scope
    .selectByKey("event")
    .select("event_id")
    .where("order_id", "=", orderId)
    .where((where) => where.or([where("event_id", "=", eventId), where("made_id", "=", eventId)]))
    .executeTakeFirst()
  return row?.event_id ?? null
}

export type EventStore = FiscalStoreFacts & Pick<Store, "fiscal">

/** The store facts that events include. */
export async function findEventStores(
  scope: TenantRead,
  storeIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, EventStore>> {
  const { rows } = await storesOf(scope, { ids: scope.dialect.listOf(storeIds) })
  return new Map(rows.map(({ store_id, record }) => [store_id, JSON.parse(record) as Store]))
}

const storesOf = createFencedRead(
  ({ selectByKey, dialect }, at: { ids: unknown }) =>
    selectByKey("store").select(["store_id", "record"]).where(dialect.isAmong("store_id", at.ids)),
  { byKey: true },
)
