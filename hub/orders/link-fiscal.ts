/** What orders need of fiscal numbering; handed in by main, since fiscal builds on orders. */
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/**
 * Finds what was numbered for an order that is new here, or that came up with another document than before: the order as it is then,
 * already written, its document on the way to the authority.
 */
export type LinkFiscal = (tx: TenantWrite, order: OrderRecord) => Promise<OrderRecord>

/**
 * The same for many orders that their store sent. What is still to be told of them, by their ids: it is left to the caller, who tells more of each and
 * so writes its read once.
 */
export type LinkAllFiscal = (
  tx: TenantWrite,
  orders: readonly OrderRecord[],
) => Promise<ReadonlyMap<string, readonly OrderEvent[]>>
