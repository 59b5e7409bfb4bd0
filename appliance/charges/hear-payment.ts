/** Takes in what the hub heard of a charge: keeps it, and settles the order once all of its money is there (decisions §9). */

import { isRefusal } from "../../protocol/refusals.ts"
import { placeCharge } from "../../protocol/rules/charge-placement.ts"
import type { PaymentHeard } from "../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId, findOrder, type NumberSale, recordChange } from "../orders/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { findCharge, saveHeard, saveUnfit } from "./charges-store.ts"

export interface Placing {
  readonly outbox: Outbox
  readonly numberSale: NumberSale
}

export function hearPayment(tx: BoxTx, parts: Placing, heard: PaymentHeard): void {
  saveHeard(tx, heard)
  const order = findByExternalId(tx, heard.externalOrderId)
  if (order) place(tx, parts, { order, heard })
}

/** An order that arrives after its money is settled in the transaction that creates it. */
export function placeArrived(tx: BoxTx, parts: Placing, order: OrderRecord): OrderRecord {
  const heard = findCharge(tx, order.orderExternal)?.heard
  if (!heard) return order
  place(tx, parts, { order, heard })
  return findOrder(tx, order.id) ?? order
}

/**
 * Money that the order cannot take, or a sale that gets no number, goes back: the hub is told, and asks the provider. Money that does not
 * fit an open order stays; the registers and the hub say so to people.
 */
function place(
  tx: BoxTx,
  { outbox, numberSale }: Placing,
  { order, heard }: { order: OrderRecord; heard: PaymentHeard },
): void {
  if (heard.tenders.length === 0) return
  const placement = placeCharge(order, heard.tenders, tx.now)
  const unfit = placement.is === "unfit" ? placement.why : null
  saveUnfit(tx, heard.externalOrderId, unfit)
  const sold = placement.is === "settled" ? numberSale(tx, placement.change.order) : null
  if (placement.is === "settled" && sold && !isRefusal(sold)) {
    recordChange(tx, outbox, { ...placement.change, order: sold })
    return
  }
  if (placement.is === "known") return
  const body = { externalOrderId: heard.externalOrderId, orderStatus: order.status, ...(unfit !== null && { unfit }) }
  outbox.record(tx, { kind: "payment.unplaced", body })
}
