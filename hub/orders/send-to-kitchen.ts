/** Sends an order to the kitchen stations of a store that has no box, in the change that lets it go there; where there is a box, the box does. */
import { entersKitchen, sendToKitchen, stationsOf } from "../../protocol/rules/kitchen-dispatch.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { findProductStations } from "../catalog/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type Downlink, requireStore } from "../tenants/index.ts"
import type { OrderChange } from "../webhooks/index.ts"

export interface Sending {
  readonly ids: Pick<Ids, "hex12">
  readonly downlink: Downlink
}

/** The change with the order's dispatches and their events, to be written as one; as it was where there is nothing to send. */
export async function withKitchen(
  tx: TenantWrite,
  { ids, downlink }: Sending,
  { change, place }: { change: OrderChange; place?: Store },
): Promise<OrderChange> {
  const { order, events } = change
  if (!entersKitchen(order)) return change
  const { stations } = place ?? (await requireStore(tx, order.storeId))
  const named = order.orderLines.some(({ stationCode }) => stationCode !== null)
  if (!named && !stations.some(({ kind }) => kind === "kds_station")) return change
  if (await downlink.isEnrolled(tx.system, order.storeId)) return change
  const products = order.orderLines.map(({ productId }) => productId)
  const stationOfProduct = await findProductStations(tx, products)
  const lines = stationsOf(order, { stations, stationOfProduct })
  const sent = sendToKitchen(
    order,
    lines.map((part) => ({ ...part, eventId: `evt_${ids.hex12()}` })),
    tx.now,
  )
  return { order: sent.order, events: [...events, ...sent.events] }
}
