/** When an order goes to the kitchen, and to which stations; each dispatch is an event of its own (docs/contract/callbacks.md#kitchen-status). */
import type { Dispatch } from "../../shapes/kitchen.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import type { ChangedOrder } from "../orders/injection.ts"
import { REGISTERS } from "../orders/injection.ts"
import { kitchenOf } from "./kitchen-stages.ts"

interface StationLines {
  readonly station: string
  readonly lineIds: readonly string[]
}

/**
 * Whether the order must be sent to the kitchen now. Orders of registers go once they are paid. Orders of other channels go at once,
 * because they may be paid at delivery. An order is sent only once, since its lines never change.
 */
export function entersKitchen(order: OrderRecord): boolean {
  const { dispatches, stage } = kitchenOf(order)
  if (dispatches.length > 0 || stage !== null || order.cancelling) return false
  if (order.status === "COMPLETED") return true
  if (order.status !== "OPEN") return false
  return order.settlement?.status === "settled" || !REGISTERS.includes(order.channel.toUpperCase())
}

/**
 * Groups the order's lines by station: the line's own, else the product's, else the store's first kitchen station. An unknown station
 * also becomes the first one, so that no ticket is lost. A store without stations accepts every name and sends no line without one.
 */
export function stationsOf(
  order: OrderRecord,
  {
    stations,
    stationOfProduct,
  }: { stations: Store["stations"]; stationOfProduct: (productId: string) => string | null },
): StationLines[] {
  const known = stations.filter(({ kind }) => kind === "kds_station").map(({ id }) => id)
  const [first = null] = known
  const place = ({ stationCode, productId }: OrderLine) => {
    const asked = stationCode ?? stationOfProduct(productId)
    return asked !== null && (first === null || known.includes(asked)) ? asked : first
  }
  const lines = new Map<string, string[]>()
  for (const line of order.orderLines) {
    const station = place(line)
    if (station !== null) lines.set(station, [...(lines.get(station) ?? []), line.lineId])
  }
  return [...lines].map(([station, lineIds]) => ({ station, lineIds }))
}

/** The order with its dispatches, and one event for each. They belong to the change that caused them and share its sequence. */
export function sendToKitchen(
  order: OrderRecord,
  sent: readonly (StationLines & { eventId: string })[],
  now: string,
): ChangedOrder {
  if (sent.length === 0) return { order, events: [] }
  const dispatches: Dispatch[] = sent.map(({ station, lineIds, eventId }) => ({
    eventId,
    station,
    at: now,
    lineIds: [...lineIds],
  }))
  const kitchen = { ...kitchenOf(order), dispatches }
  return {
    order: { ...order, kitchen },
    events: dispatches.map(({ eventId }) => ({ type: "order.sent_to_kitchen", at: now, id: eventId })),
  }
}
