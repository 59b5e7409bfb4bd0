/** Sends an order to the kitchen stations of a store without a box, in the transaction that releases it. A box does this itself. */
import { entersKitchen, sendToKitchen, stationsOf } from "../../protocol/rules/kitchen/kitchen-dispatch.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findProductStations } from "../catalog/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { isEnrolled, requireStore } from "../tenants/index.ts"
import type { OrderChange } from "../webhooks/index.ts"

export interface SendToKitchenDeps {
  readonly ids: Pick<Ids, "hex12">
}

/** Adds the order's dispatches and their events to the change. Returns it unchanged if there is nothing to send. */
export async function withKitchen(
  tx: TenantWrite,
  { ids }: SendToKitchenDeps,
  { change }: { change: OrderChange },
): Promise<OrderChange> {
  const { order } = change
  if (!entersKitchen(order)) return change
  const place = await requireStore(tx, order.storeId)
  if (!hasStations(order, place) || (await isEnrolled(tx.system, order.storeId))) return change
  return sent(change, { place, stationOfProduct: await findProductStations(tx, productsOf(order)), ids, now: tx.now })
}

/** Like `withKitchen`, for many orders whose stores are loaded already. */
export async function sendAllToKitchen(
  tx: TenantWrite,
  ids: SendToKitchenDeps["ids"],
  placed: readonly { readonly change: OrderChange; readonly place: Store; readonly hasBox: boolean }[],
): Promise<OrderChange[]> {
  const going = new Set(
    placed.flatMap(({ change, place, hasBox }) =>
      !hasBox && entersKitchen(change.order) && hasStations(change.order, place) ? [change] : [],
    ),
  )
  const products = [...going].flatMap(({ order }) => productsOf(order))
  const stationOfProduct = await findProductStations(tx, products)
  return placed.map(({ change, place }) =>
    going.has(change) ? sent(change, { place, stationOfProduct, ids, now: tx.now }) : change,
  )
}

function hasStations(order: OrderRecord, { stations }: Store): boolean {
  return order.orderLines.some(({ stationCode }) => stationCode !== null) || stations.some(isStation)
}

function isStation({ kind }: Store["stations"][number]): boolean {
  return kind === "kds_station"
}

function productsOf({ orderLines }: OrderRecord): string[] {
  return orderLines.map(({ productId }) => productId)
}

interface Around {
  readonly place: Store
  readonly stationOfProduct: (productId: string) => string | null
  readonly ids: SendToKitchenDeps["ids"]
  readonly now: string
}

function sent({ order, events }: OrderChange, { place, stationOfProduct, ids, now }: Around): OrderChange {
  const lines = stationsOf(order, { stations: place.stations, stationOfProduct })
  const told = sendToKitchen(
    order,
    lines.map((part) => ({ ...part, eventId: `evt_${ids.hex12()}` })),
    now,
  )
  return { order: told.order, events: [...events, ...told.events] }
}
