/** Fiscal numbering as orders use it. It is injected, because `fiscal/` imports orders and orders must not import it. */
import type { Refusal } from "../../protocol/refusals.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx } from "../storage/index.ts"

/**
 * Returns the order with its number. It was drawn before the order arrived, or it is drawn now if the sale is complete and the store can
 * number. Refuses if numbering fails and the store's policy forbids sales without a number.
 */
export type NumberSale = (tx: BoxTx, order: OrderRecord) => OrderRecord | Refusal<"FISCAL_NUMBERING_FAILED">

/** Returns an order of the hub with the numbers that were drawn before it arrived. */
export type LinkNumbers = (tx: BoxTx, order: OrderRecord) => OrderRecord
