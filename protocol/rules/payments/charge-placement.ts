/**
 * Applies the money of a paid link to its order, by the same rule as a register's charge, or sends it back
 * (docs/contract/payments.md#payment-providers, docs/contract/sync.md#one-writer-per-part).
 */
import { toMajor } from "../../money.ts"
import { isRefusal } from "../../refusals.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { TenderRequest } from "../../shapes/tender.ts"
import { confirmPayment, type PaymentOutcome } from "./settlement.ts"

/**
 * `settled`: the order becomes `change.order`. `known`: the order has this money already. `unplaced`: the order is cancelled, closed or
 * paid otherwise, so the money goes back. `unfit`: amount or currency do not match; the money stays until a person or the register
 * decides.
 */
type Placement =
  | { readonly is: "settled"; readonly change: PaymentOutcome }
  | { readonly is: "known" }
  | { readonly is: "unplaced" }
  | { readonly is: "unfit"; readonly why: string }

export function placeCharge(order: OrderRecord, tenders: readonly TenderRequest[], now: string): Placement {
  const change = confirmPayment({ order, confirmation: { payments: [...tenders] }, declineReasons: [], now })
  if (!isRefusal(change)) return change.outcome === "settled" ? { is: "settled", change } : { is: "known" }
  if (change.refused !== "ORDER_NOT_OPEN") return { is: "unfit", why: change.message }
  return wasPrepaidByMethods(order, tenders) ? { is: "known" } : { is: "unplaced" }
}

/** Whether the order came prepaid by the same methods and is not cancelled: then it is what the link paid for. */
function wasPrepaidByMethods(
  { status, settlement, paymentMethods }: OrderRecord,
  tenders: readonly TenderRequest[],
): boolean {
  if (status === "CANCELLED" || settlement?.origin !== "intake") return false
  return tenders.every(({ method }) => paymentMethods.some((paid) => paid.method === method))
}

export interface CollectedAttempt {
  readonly attemptId: string
  readonly methodCode: string
  readonly amount: number
  readonly currency: string
  readonly paidAt: string
}

/** Makes a tender of each paid attempt, with the attempt's id as transaction id. */
export function tendersOfCharge(collected: readonly CollectedAttempt[]): TenderRequest[] {
  return collected.map(({ attemptId, methodCode, amount, currency, paidAt }) => ({
    transaction_id: attemptId,
    status: "approved",
    amount: toMajor(amount),
    currency_code: currency,
    method: methodCode,
    occurred_at: paidAt,
  }))
}
