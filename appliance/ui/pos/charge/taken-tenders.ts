/** Tenders that the box holds for an order after another payment of it failed. Pure. */
import { scaleMajor } from "../../../../protocol/money.ts"
import type { TenderRequest } from "../../../../protocol/shapes/tender.ts"
import type { TakenTender } from "../sale.ts"

/** Converts a tender that the box holds for an order whose other payment failed. The cash received was not recorded. */
export function takenTendersOf({ transaction_id, method, amount, occurred_at }: TenderRequest): TakenTender {
  return {
    transactionId: transaction_id,
    status: "approved",
    method,
    amount: scaleMajor(amount) ?? 0,
    received: null,
    declineReason: null,
    occurredAt: occurred_at,
    atBox: true,
  }
}
