/** Records events and their deliveries in the transaction of the fact. */
import { EVENTS, type EventType } from "../../protocol/events/event-table.ts"
import { orderEventData } from "../../protocol/events/order-event.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import type { Dispatch } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type Endpoint, endpointsOf } from "./endpoints-store.ts"
import { isLate } from "./event-cursor.ts"
import { type EventStore, findEventStores, insertEvents, type NewEventRow } from "./events-store.ts"
import { fanOut } from "./fan-out.ts"
import { lookAgain } from "./resume.ts"

export interface OrderChange {
  readonly order: OrderRecord
  /** An event that a store created has an `id`, and keeps it. */
  readonly events: readonly (OrderEvent & { readonly id?: string | undefined })[]
}

/** An event whose data is not an order: menus, products, channels, devices. */
export interface NewEvent {
  readonly type: EventType
  /** When it happened. Now, if left out. */
  readonly occurredAt?: string
  readonly orderId?: string | null
  /** Rises with each event of one order or thing, so that a receiver can drop a stale one. */
  readonly sequence?: number
  /** The id, if a store created the event. */
  readonly id?: string
  readonly data: object
}

/** Records events of an order. Their data is the order as this transaction leaves it. */
export async function recordEvents(tx: TenantWrite, ids: Ids, change: OrderChange): Promise<void> {
  await recordAllEvents(tx, ids, [change])
}

/** Records events of many orders, in as many statements as for one. */
export async function recordAllEvents(tx: TenantWrite, ids: Ids, changes: readonly OrderChange[]): Promise<void> {
  const told = changes.filter(({ events }) => events.length > 0)
  if (told.length === 0) return
  const [stores, endpoints] = await allOf([
    findEventStores(tx, new Set(told.map(({ order }) => order.storeId))),
    endpointsOf(tx),
  ])
  const events = told.flatMap((change) => eventsOf(change, stores.get(change.order.storeId) ?? null))
  await keepEvents(tx, ids, { events, endpoints })
}

/** An event with its data as JSON text. */
type WrittenEvent = Omit<NewEvent, "data"> & { readonly data: string }

function eventsOf({ order, events }: OrderChange, store: EventStore | null): WrittenEvent[] {
  const read = JSON.stringify(orderEventData({ order, store }))
  return events.map(({ type, at, id }) => ({
    type,
    occurredAt: at,
    orderId: order.id,
    sequence: order.sequence,
    ...(id !== undefined && { id }),
    data: withDispatch(read, dispatchOf(order, id)),
  }))
}

function withDispatch(read: string, dispatch: Dispatch | undefined): string {
  return dispatch ? withKey(read, "dispatch", JSON.stringify(dispatch)) : read
}

/** Adds a key to the JSON text of an object that is not empty. */
function withKey(object: string, key: string, json: string): string {
  return `${object.slice(0, -1)},"${key}":${json}}`
}

/** The dispatch that an event reports: the one with the event's id. */
function dispatchOf({ kitchen }: OrderRecord, eventId: string | undefined): Dispatch | undefined {
  return kitchenOf({ kitchen }).dispatches.find((sent) => sent.eventId === eventId)
}

/** Returns the event's id, or null if a store sent it and it is recorded already. */
export async function recordEvent(tx: TenantWrite, ids: Ids, event: NewEvent): Promise<string | null> {
  const events = [{ ...event, data: JSON.stringify(event.data) }]
  const [eventId = null] = await keepEvents(tx, ids, { events, endpoints: await endpointsOf(tx) })
  return eventId
}

async function keepEvents(
  tx: TenantWrite,
  ids: Ids,
  { events, endpoints }: { events: readonly WrittenEvent[]; endpoints: readonly Endpoint[] },
): Promise<(string | null)[]> {
  const rows = await insertEvents(
    tx,
    ids,
    events.map((event) => toRow(tx, event)),
  )
  const fresh = rows.flatMap((row, at) => (row === null ? [] : [{ key: row.id, type: events[at]?.type ?? "" }]))
  await fanOut(tx, ids, { events: fresh, endpoints })
  resumeLate(tx, ids, fresh.length > 0 ? endpoints : [])
  return rows.map((row) => row?.eventId ?? null)
}

/**
 * Resuming an endpoint looks for its held deliveries twice. A transaction that stays open for longer than that would be missed, so it looks
 * itself before it commits.
 */
function resumeLate(tx: TenantWrite, ids: Ids, endpoints: readonly Endpoint[]): void {
  const paused = endpoints.filter(({ disabledAt }) => disabledAt !== null)
  if (paused.length === 0) return
  tx.system.beforeCommit(async (later) => {
    if (isLate(tx.now, later)) for (const { id } of paused) await lookAgain(tx, ids, id)
  })
}

function toRow(tx: TenantWrite, event: WrittenEvent): NewEventRow {
  const { type, occurredAt = tx.now, orderId = null, sequence = 0, id = null, data } = event
  const { version } = EVENTS[type]
  // `tx.tenant` may be a caller with more fields, which must not be in the envelope.
  const { accountId, vendorId } = tx.tenant
  return {
    type,
    version,
    orderId,
    sequence,
    madeId: id,
    body: (eventId) => {
      const envelope = { event: { id: eventId, type, version, occurredAt }, accountId, vendorId }
      return withKey(JSON.stringify(envelope), "data", data)
    },
  }
}
