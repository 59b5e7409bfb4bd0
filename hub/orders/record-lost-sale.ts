/** Records a sale that never became an order (docs/contract/orders.md#record-a-lost-sale): at the hub, whoever is home to the store's orders. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { recordLostSale as endpoint } from "../../protocol/http/lost-sales.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { isPlaceOf, recordLostSale } from "../../protocol/rules/orders/lost-sale.ts"
import type { LostSale } from "../../protocol/shapes/lost-sale.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { findStoreByCode } from "../tenants/index.ts"
import { findLostSale, insertLostSale } from "./lost-sales-store.ts"

export const recordLostSaleHandler =
  ({ store, ids }: { store: HubStore; ids: Ids }): Handler<typeof endpoint> =>
  ({ body, caller }) =>
    store.write(caller, async (tx) => {
      const known = await findLostSale(tx, body.orderId)
      if (known) return { status: 200, data: { id: known.id, alreadyRecorded: true } }
      const place = await findStoreByCode(tx, body.store.code)
      if (!place || !isPlaceOf(place, body)) return refuse("NOT_FOUND", `There is no store ${body.store.code}.`)
      const sale = recordLostSale({ report: body, id: ids.uuid(), tenant: tx.tenant, store: place, now: tx.now })
      if (isRefusal(sale)) return sale
      if (await insertLostSale(tx, sale)) return { status: 201, data: { id: sale.id, alreadyRecorded: false } }
      const winner = await findLostSale(tx, body.orderId)
      if (!winner) throw new Error(`lost sale ${body.orderId} is neither new nor known`)
      return { status: 200, data: { id: winner.id, alreadyRecorded: true } }
    })

/** Takes in what a store recorded; one that the register reported to both sides stays as it was first heard. */
export async function applyLostSale(tx: TenantWrite, sale: LostSale): Promise<null> {
  await insertLostSale(tx, sale)
  return null
}
