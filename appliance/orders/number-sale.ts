/** What orders need of fiscal numbering; handed in by whoever puts the box together, since fiscal builds on orders. */
import type { Refusal } from "../../protocol/refusals.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { BoxTx } from "../storage/index.ts"

/**
 * The order with its number: what was numbered before it came, or, for a sale that is complete in a store that numbers by itself, one
 * that is drawn now. Refuses where the store sells nothing without its number.
 */
export type NumberSale = (tx: BoxTx, order: OrderRecord) => OrderRecord | Refusal<"FISCAL_NUMBERING_FAILED">

/** An order of the hub with what was numbered for it before it came. */
export type LinkNumbers = (tx: BoxTx, order: OrderRecord) => OrderRecord
