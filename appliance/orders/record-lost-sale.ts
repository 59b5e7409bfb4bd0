/** Records at the store a sale that never became an order (docs/contract/orders.md#record-a-lost-sale). The outbox sends it to the hub. */
import type { recordLostSale as endpoint } from "../../protocol/http/lost-sales.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { isReportOfStore, recordLostSale } from "../../protocol/rules/orders/lost-sale.ts"
import type { Ids } from "../../runtime/ids.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { addLostSale, findLostSale } from "./store/index.ts"

export const recordLostSaleHandler =
  ({ ids, outbox }: { ids: Ids; outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const known = findLostSale(tx, body.orderId)
    if (known) return { status: 200, data: { id: known, alreadyRecorded: true } }
    const { store } = requireConfig(tx)
    if (!isReportOfStore(store, body))
      return refuse("NOT_FOUND", `This box does not serve the store ${body.store.code}.`)
    const sale = recordLostSale({ report: body, id: ids.uuid(), tenant: caller, store, side: "store", now: tx.now })
    if (isRefusal(sale)) return sale
    addLostSale(tx, sale)
    outbox.record(tx, { kind: "lost-sale.recorded", body: { lostSale: sale } })
    return { status: 201, data: { id: sale.id, alreadyRecorded: false } }
  }
