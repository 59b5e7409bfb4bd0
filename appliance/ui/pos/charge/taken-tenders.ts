/** What was taken for an order beside a payment that did not come: the box keeps it until the order is charged. Pure. */
import { scaleMajor } from "../../../../protocol/money.ts"
import type { TenderRequest } from "../../../../protocol/shapes/tender.ts"
import type { TakenTender } from "../sale.ts"

/** As the charge holds it; how much cash was handed over was not kept. */
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
