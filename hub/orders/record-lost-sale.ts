/** Records a sale that never became an order (docs/contract/orders.md#record-a-lost-sale). Always at the hub, also for a store with a box. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { recordLostSale as endpoint } from "../../protocol/http/lost-sales.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { isReportOfStore, mergeLostSales, recordLostSale } from "../../protocol/rules/orders/lost-sale.ts"
import type { LostSale } from "../../protocol/shapes/lost-sale.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { type Downlink, findStoreByCode, isEnrolled } from "../tenants/index.ts"
import { findLostSale, insertLostSale, replaceLostSale } from "./lost-sales-store.ts"

interface LostSaleDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly downlink: Downlink
}

export const recordLostSaleHandler =
  ({ store, ids, downlink }: LostSaleDeps): Handler<typeof endpoint> =>
  ({ body, caller }) =>
    store.write(caller, async (tx) => {
      const known = await findLostSale(tx, body.orderId)
      if (known) return { status: 200, data: { id: known.id, alreadyRecorded: true } }
      const place = await findStoreByCode(tx, body.store.code)
      if (!place || !isReportOfStore(place, body)) return refuse("NOT_FOUND", `There is no store ${body.store.code}.`)
      const sale = recordLostSale({
        report: body,
        id: ids.uuid(),
        tenant: tx.tenant,
        store: place,
        side: "hub",
        now: tx.now,
      })
      if (isRefusal(sale)) return sale
      const hasBox = await isEnrolled(tx.system, place.id)
      if (hasBox) await lockStoreLogs(tx, [place.id])
      if (await insertLostSale(tx, sale)) {
        if (hasBox) await downlink.append(tx.system, place.id, { kind: "lost-sale.recorded", body: { lostSale: sale } })
        return { status: 201, data: { id: sale.id, alreadyRecorded: false } }
      }
      const winner = await findLostSale(tx, body.orderId)
      if (!winner) throw new Error(`lost sale ${body.orderId} is neither new nor known`)
      return { status: 200, data: { id: winner.id, alreadyRecorded: true } }
    })

type MoveActionItem = (tx: TenantWrite, from: string, to: string) => Promise<void>

/** Applies a lost sale that a store recorded. The register may have reported it to the hub too. */
export async function applyLostSale(
  tx: TenantWrite,
  sent: LostSale,
  moveActionItem: MoveActionItem,
): Promise<string | null> {
  if (await insertLostSale(tx, sent)) return null
  const known = await findLostSale(tx, sent.orderId)
  if (known?.storeId !== sent.storeId) return `EXTERNAL_ID_TAKEN: ${sent.orderId}`
  const sale = mergeLostSales(known, sent)
  if (sale === null) return null
  await replaceLostSale(tx, known.id, sale)
  if (sale.id !== known.id) await moveActionItem(tx, known.id, sale.id)
  return null
}
