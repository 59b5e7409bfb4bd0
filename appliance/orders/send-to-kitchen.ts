/** Sends an order to the kitchen stations of its lines, in the transaction of the change that lets it go there. */

import { entersKitchen, sendToKitchen, stationsOf } from "../../protocol/rules/kitchen/kitchen-dispatch.ts"
import type { Created } from "../../protocol/rules/orders/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { readConfig, stationFinder } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** The order as it was when there is nothing to send. */
export function sendOrder(tx: BoxTx, order: OrderRecord, drawId: () => string): Created {
  const config = entersKitchen(order) ? readConfig(tx) : null
  if (!config) return { order, events: [] }
  const stationOfProduct = stationFinder(tx, config)
  const stations = stationsOf(order, { stations: config.store.stations, stationOfProduct })
  const sent = stations.map((lines) => ({ ...lines, eventId: drawId() }))
  return sendToKitchen(order, sent, tx.now)
}
