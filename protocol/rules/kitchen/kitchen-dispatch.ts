/** When an order goes to the kitchen, and to which stations (docs/contract/callbacks.md#kitchen-status: every dispatch to a device is an event of its own). */
import type { Dispatch } from "../../shapes/kitchen.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"
import type { Store } from "../../shapes/store.ts"
import type { Created } from "../orders/injection.ts"
import { REGISTERS } from "../orders/injection.ts"
import { kitchenOf } from "./kitchen-stages.ts"

interface StationLines {
  readonly station: string
  readonly lineIds: readonly string[]
}

/**
 * At a register a guest pays first and eats then: its orders go to the kitchen once they are paid. Everybody else's go as soon as
 * they are there, since a courier or a guest at the door pays when the food is ready. An order goes once: its lines never change.
 */
export function entersKitchen(order: OrderRecord): boolean {
  const { dispatches, stage } = kitchenOf(order)
  if (dispatches.length > 0 || stage !== null || order.cancelling) return false
  if (order.status === "COMPLETED") return true
  if (order.status !== "OPEN") return false
  return order.settlement?.status === "settled" || !REGISTERS.includes(order.channel.toUpperCase())
}

/**
 * The stations of the order's lines, in the order of the lines: the line's own word, else the product's, else the store's first
 * kitchen station. A word that is none of the store's stations goes to the first one, so that no ticket vanishes; a store that
 * names no stations takes each word as it is, and sends nothing for a line without one.
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

/** The order with its dispatches, and an event for each; they tell the state of the change that sent them, and share its sequence. */
export function sendToKitchen(
  order: OrderRecord,
  sent: readonly (StationLines & { eventId: string })[],
  now: string,
): Created {
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
