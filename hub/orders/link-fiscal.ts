/** What orders need of fiscal numbering; handed in by main, since fiscal builds on orders. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantWrite } from "../storage/index.ts"

/**
 * Finds what was numbered for an order that is new here, or that came up with another document than before: the order as it is then,
 * already written, its document on the way to the authority.
 */
export type LinkFiscal = (tx: TenantWrite, order: OrderRecord) => Promise<OrderRecord>
