/** Whether an order's invoice stands, so that it has to be voided before the order is changed or cancelled (decisions §4, §5). */
import type { OrderRecord } from "../shapes/order.ts"

/** In these it stands, or may come to stand. */
const STANDING: readonly unknown[] = ["pending", "processing", "contingency", "authorized", "cancelling"]

export function invoiceStands({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return STANDING.includes(fiscal?.status) || voidWasRefused({ fiscal })
}

/** The authority refused the void: the document is told as rejected, and is valid all the same. */
export function voidWasRefused({ fiscal }: Pick<OrderRecord, "fiscal">): boolean {
  return fiscal?.status === "rejected" && fiscal.stillValid === true
}
