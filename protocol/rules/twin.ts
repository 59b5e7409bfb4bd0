/** What an order of the hub means for the one that its store has under the same external id: one sale that both sides took in (decisions §9). */
import { fromText, toMajor } from "../money.ts"
import type { OrderRecord } from "../shapes/order.ts"
import type { Tender, TenderRequest } from "../shapes/tender.ts"
import { placeCharge } from "./charge-placement.ts"
import type { Charged } from "./settlement.ts"

/**
 * `same`: the store's stands as it is. `settled`: it takes the money that the hub took. `apart`: what was paid, or called off, at the hub does not fit
 * what became of it in the store, so a person must look.
 */
export type Twin =
  | { readonly is: "same" }
  | { readonly is: "settled"; readonly change: Charged }
  | { readonly is: "apart"; readonly why: string }

export function meetTwin(own: OrderRecord, hubs: OrderRecord, now: string): Twin {
  if (hubs.status === "CANCELLED" && own.status !== "CANCELLED") return apart("it was cancelled at the hub")
  if (hubs.status === "CANCELLED") return { is: "same" }
  const tenders = hubs.payments.filter(({ status }) => status === "approved").map(asSent)
  if (tenders.length > 0) return take(own, tenders, now)
  const isPrepaid = hubs.settlement?.origin === "intake" && own.settlement?.origin !== "intake"
  return isPrepaid ? apart("the hub has it as prepaid") : { is: "same" }
}

function take(own: OrderRecord, tenders: readonly TenderRequest[], now: string): Twin {
  const placement = placeCharge(own, tenders, now)
  if (placement.is === "settled") return { is: "settled", change: placement.change }
  if (placement.is === "known") return { is: "same" }
  return apart(
    placement.is === "unfit" ? placement.why : "the hub has taken money for it, and the store's is paid or closed",
  )
}

function apart(why: string): Twin {
  return { is: "apart", why }
}

function asSent({
  transactionId,
  status,
  amount,
  currencyCode,
  method,
  occurredAt,
  operatorUid,
}: Tender): TenderRequest {
  return {
    transaction_id: transactionId,
    status,
    amount: toMajor(fromText(amount)),
    currency_code: currencyCode,
    method,
    occurred_at: occurredAt,
    ...(operatorUid !== undefined && { operator_uid: operatorUid }),
  }
}
