/** Takes in what the hub had of a sale that this store took in as well, under another id: its id leads to the store's, its money is the store's. */
import { isRefusal } from "../../protocol/refusals.ts"
import { meetTwin } from "../../protocol/rules/twin.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addAliases } from "./aliases-store.ts"
import type { NumberSale } from "./number-sale.ts"
import { addOrderEvents, type ToldEvent } from "./order-events-store.ts"
import { recordChange } from "./record-change.ts"

export interface TakingTwin {
  readonly outbox: Outbox
  readonly numberSale: NumberSale
}

export interface Twins {
  readonly own: OrderRecord
  readonly hubs: OrderRecord
  /** What the hub told of it. */
  readonly events: readonly ToldEvent[]
}

/** Null, or why a person must look. */
export function takeTwin(tx: BoxTx, { own, hubs, events }: Twins, { outbox, numberSale }: TakingTwin): string | null {
  addAliases(tx, own.id, [hubs.id])
  addOrderEvents(tx, own.id, events)
  const met = meetTwin(own, hubs, tx.now)
  if (met.is === "apart") return reason(own, met.why)
  if (met.is === "same") return null
  const sold = numberSale(tx, met.change.order)
  if (isRefusal(sold)) return reason(own, sold.message)
  recordChange(tx, outbox, { ...met.change, order: sold })
  return null
}

function reason({ orderExternal }: OrderRecord, why: string): string {
  return `TAKEN_ON_BOTH_SIDES: the store and the hub each took in the order ${orderExternal}: ${why}; see whether it was paid twice.`
}
