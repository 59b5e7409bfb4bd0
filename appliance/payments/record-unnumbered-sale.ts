/** Records a lost sale for a payment by link whose sale got no number, in a store whose policy forbids sales without one. */

import type { Refusal } from "../../protocol/refusals.ts"
import { toLostSale } from "../../protocol/rules/orders/lost-sale.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenderRequest } from "../../protocol/shapes/tender.ts"
import type { Ids } from "../../runtime/ids.ts"
import { requireConfig } from "../catalog/index.ts"
import { failedRequestOf } from "../fiscal/index.ts"
import { addLostSale, findLostSale } from "../orders/store/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"

export type NumberingRefused = Refusal<"FISCAL_NUMBERING_FAILED">

interface UnnumberedSale {
  readonly order: OrderRecord
  readonly tenders: readonly TenderRequest[]
  readonly refusal: NumberingRefused
}

/** Once per order, even if its payment is reported again. */
export function recordUnnumberedSale(
  tx: BoxTx,
  { ids, outbox }: { ids: Pick<Ids, "uuid">; outbox: Outbox },
  { order, tenders, refusal }: UnnumberedSale,
): void {
  if (findLostSale(tx, order.orderExternal) !== null) return
  const { failure, policy } = refusal.data as { failure: { code: string; message: string }; policy: unknown }
  const fiscalRequestId = failedRequestOf(tx, order.orderExternal)
  const detail = { code: failure.code, message: failure.message, fiscalRequestId, failure, policy }
  const { store } = requireConfig(tx)
  const lostSale = toLostSale(order, { id: ids.uuid(), store, tenders, detail, now: tx.now })
  addLostSale(tx, lostSale)
  outbox.record(tx, { kind: "lost-sale.recorded", body: { lostSale } })
}
