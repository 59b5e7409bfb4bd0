/** What orders need from fiscal numbering. Passed in, because fiscal depends on orders. */
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/**
 * Links the document that was numbered for a new or changed order. Returns the order as stored afterwards; its document is submitted to the
 * authority.
 */
export type LinkFiscal = (tx: TenantWrite, order: OrderRecord) => Promise<OrderRecord>

/** `LinkFiscal` for many orders of a store. Returns the events still to be recorded, by order id: the caller records them together with its own. */
export type LinkAllFiscal = (
  tx: TenantWrite,
  orders: readonly OrderRecord[],
) => Promise<ReadonlyMap<string, readonly OrderEvent[]>>
