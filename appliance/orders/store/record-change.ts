/** Saves a changed order. The order, its events, its kitchen dispatches and its op for the hub share the transaction. */
import { type MoneyMove, markShifts } from "../../../protocol/rules/cash/cash-moves.ts"
import { type MoveOrigin, shiftOfMove } from "../../../protocol/rules/cash/cash-shift.ts"
import { entersKitchen, sendToKitchen, stationsOf } from "../../../protocol/rules/kitchen/kitchen-dispatch.ts"
import type { ChangedOrder, OrderEvent } from "../../../protocol/rules/orders/injection.ts"
import type { KeyedCorrection } from "../../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { openShiftsForMoney } from "../../cash/shifts/index.ts"
import { readConfig, stationFinder } from "../../catalog/index.ts"
import type { BoxTx, Outbox } from "../../storage/index.ts"
import { addOrderEvents, createIdDraw } from "./order-events-store.ts"
import { saveOrder, storedOrder } from "./orders-store.ts"

interface OrderChange {
  readonly order: OrderRecord
  readonly events: readonly OrderEvent[]
  /** The correction of this change, so that the hub recognises a repeat. */
  readonly corrections?: readonly KeyedCorrection[]
  /** Whether the order may be sent to the kitchen now. Default: if this change opens or settles it. */
  readonly toKitchen?: boolean
  /** Where money was taken or refunded. Default: at no register of the store. */
  readonly madeAt?: Partial<MoveOrigin>
}

/** Only these events send an order to the kitchen. A later change, such as an authority's ruling, does not. */
const KITCHEN_EVENTS: readonly string[] = ["order.opened", "order.completed"]

export function recordChange(tx: BoxTx, outbox: Outbox, change: OrderChange): void {
  const { order, events, corrections, toKitchen = events.some(({ type }) => KITCHEN_EVENTS.includes(type)) } = change
  const before = storedOrder(tx, order.id)
  const ids = createIdDraw(tx, outbox, { id: order.id, known: before !== null })
  const sent = toKitchen ? sendOrder(tx, order, ids.ticketId) : { order, events: [] }
  const named = [...events, ...sent.events].map((event) => ({ ...event, id: event.id ?? ids.eventId() }))
  const { register = null, atHub = false } = change.madeAt ?? {}
  const shiftOf = (move: MoneyMove) => shiftOfMove(move, openShiftsForMoney(tx), { register, atHub })
  const marked = markShifts(before, sent.order, shiftOf)
  saveOrder(tx, marked, before)
  addOrderEvents(tx, order.id, named)
  outbox.record(tx, {
    kind: "order.changed",
    body: { order: marked, events: named, ...(corrections && { corrections: [...corrections] }) },
  })
}

/** Sends an order to the kitchen stations of its lines. Returns it unchanged if there is nothing to send. */
function sendOrder(tx: BoxTx, order: OrderRecord, drawId: () => string): ChangedOrder {
  const config = entersKitchen(order) ? readConfig(tx) : null
  if (!config) return { order, events: [] }
  const stationOfProduct = stationFinder(tx, config)
  const stations = stationsOf(order, { stations: config.store.stations, stationOfProduct })
  const sent = stations.map((lines) => ({ ...lines, eventId: drawId() }))
  return sendToKitchen(order, sent, tx.now)
}
