/**
 * Decides what the store does when the hub has an order with the same external id: one sale that both sides accepted
 * (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import { fromText, toMajor } from "../../money.ts"
import { isRefusal } from "../../refusals.ts"
import type { OrderConflict } from "../../shapes/conflict.ts"
import type { OrderRecord, PaidMethod } from "../../shapes/order.ts"
import type { DeclineReason, Tender, TenderRequest } from "../../shapes/tender.ts"
import { paidMoney } from "../cancellation/cancel-order.ts"
import { applyRefunds, refundsOf, toReturnOf } from "../cancellation/money-to-return.ts"
import { isAtRegister } from "../cash/cash-moves.ts"
import { confirmPayment, type PaymentOutcome } from "../payments/settlement.ts"
import { type ConflictCause, causeOfRefusal, conflictCause } from "./order-conflicts.ts"

/**
 * `same`: the store's order does not change. `charged`: it takes over the hub's tenders. `cancelled`: the hub accepted a cancellation,
 * which the store's rules must allow. `returned`: both cancelled it, and the hub returned the money. `apart`: a person must decide about
 * the conflicts.
 */
type DuplicateVerdict =
  | { readonly is: "same" }
  | { readonly is: "charged"; readonly change: PaymentOutcome }
  | { readonly is: "cancelled"; readonly conflicts: readonly OrderConflict[] }
  | { readonly is: "returned"; readonly order: OrderRecord }
  | { readonly is: "apart"; readonly conflicts: readonly OrderConflict[] }

interface DuplicateInput {
  readonly own: OrderRecord
  readonly hubs: OrderRecord
  readonly declineReasons: readonly DeclineReason[]
  readonly now: string
}

export function decideDuplicate(meeting: DuplicateInput): DuplicateVerdict {
  const { hubs } = meeting
  if (hubs.status === "CANCELLED") return decideCancelled(meeting)
  if (hubs.payments.length > 0) return takeOverTenders(meeting)
  return hubs.settlement?.origin === "intake" ? decidePrepaid(meeting) : { is: "same" }
}

const RETURNED_TWICE = conflictCause(
  "RETURNED_TWICE",
  "The order was cancelled on both sides, and both gave the money back.",
)
const PREPAID_AT_HUB = conflictCause(
  "PREPAID_AT_HUB",
  "The hub was sent the order as prepaid, and the store was not told of that money.",
)
const CANCELLED_UNRETURNED = conflictCause(
  "CANCELLED_UNRETURNED",
  "The hub cancelled the order, and nobody has given back what was paid there.",
)

/** The conflict over a cancellation that the hub accepted. */
export function toCancellationConflict({ id }: OrderRecord, cause: ConflictCause, now: string): OrderConflict {
  return { at: now, side: "hub", what: "cancellation", key: id, ...cause }
}

/** A conflict for each tender of the hub that the store's order does not have. Declined ones are resolved at once. */
export function toTenderConflicts(
  { own, hubs, now }: Omit<DuplicateInput, "declineReasons">,
  cause: ConflictCause,
): OrderConflict[] {
  const missing = hubs.payments.filter((tender) => !own.payments.some((known) => isSameTender(known, tender)))
  return missing.map(({ transactionId: key, amount, currencyCode, method, status, occurredAt: takenAt, ...by }) => {
    const operatorUid = by.operatorUid ?? hubs.operatorUid
    const money = { amount, currencyCode, method, takenAt, ...(operatorUid !== null && { operatorUid }) }
    const refused = { at: now, side: "hub", what: "payment", key, ...cause, ...money } as const
    if (status === "approved") return refused
    return { ...refused, resolved: { at: now, by: "appliance", note: "It was declined: no money was taken." } }
  })
}

function takeOverTenders(meeting: DuplicateInput): DuplicateVerdict {
  const { own, hubs, declineReasons, now } = meeting
  const confirmation = { payments: hubs.payments.map(toTenderRequest) }
  const change = confirmPayment({ order: own, confirmation, declineReasons, now })
  if (isRefusal(change)) return toVerdict(toTenderConflicts(meeting, causeOfRefusal(change)))
  return change.outcome === "duplicate" ? { is: "same" } : { is: "charged", change }
}

/** The hub's order came prepaid: nothing to do if the store received the same payment, else a conflict. */
function decidePrepaid({ own, hubs, now }: DuplicateInput): DuplicateVerdict {
  if (isSamePayment(own, hubs)) return { is: "same" }
  return toVerdict(toMoneyConflicts(hubs, paidMoney(hubs), { cause: PREPAID_AT_HUB, now }))
}

/** The hub cancelled the order: money that it took must be returned, unless it is the store's own payment. */
function decideCancelled({ own, hubs, now }: DuplicateInput): DuplicateVerdict {
  const isSame = isSamePayment(own, hubs)
  const unreturned = isSame ? [] : toMoneyConflicts(hubs, toReturnOf(hubs), { cause: CANCELLED_UNRETURNED, now })
  if (own.status !== "CANCELLED") return { is: "cancelled", conflicts: unreturned }
  const isReturnedTwice = isSame && refundsOf(hubs).length > 0 && refundsOf(own).length > 0
  const order = isSame ? applyRefunds(own, refundsOf(hubs), now) : null
  if (order && !isReturnedTwice) return { is: "returned", order }
  return toVerdict([...(isReturnedTwice ? [toCancellationConflict(hubs, RETURNED_TWICE, now)] : []), ...unreturned])
}

function toMoneyConflicts(
  hubs: OrderRecord,
  rows: readonly PaidMethod[],
  { cause, now }: { readonly cause: ConflictCause; readonly now: string },
): OrderConflict[] {
  const { id, currencyCode, operatorUid, createdAt } = hubs
  const by = isAtRegister(hubs) ? { takenAt: createdAt, ...(operatorUid !== null && { operatorUid }) } : {}
  return rows.map(({ method, amount }) => {
    const money = { amount, currencyCode, method, ...by }
    return { at: now, side: "hub", what: "payment", key: `${id}/${method}`, ...cause, ...money } as const
  })
}

/** Whether both orders came prepaid with the same methods and amounts. */
function isSamePayment(own: OrderRecord, hubs: OrderRecord): boolean {
  const areBothPrepaid = own.settlement?.origin === "intake" && hubs.settlement?.origin === "intake"
  return areBothPrepaid && paymentKey(own) === paymentKey(hubs)
}

function paymentKey(order: OrderRecord): string {
  return paidMoney(order)
    .map(({ method, amount }) => `${method}=${amount}`)
    .sort()
    .join()
}

function toVerdict(conflicts: readonly OrderConflict[]): DuplicateVerdict {
  return conflicts.length > 0 ? { is: "apart", conflicts } : { is: "same" }
}

function isSameTender(one: Tender, other: Tender): boolean {
  const fields = ["transactionId", "status", "amount", "method"] as const
  return fields.every((field) => one[field] === other[field])
}

function toTenderRequest(tender: Tender): TenderRequest {
  const { transactionId, status, amount, currencyCode, method, occurredAt, operatorUid, declineReason } = tender
  return {
    transaction_id: transactionId,
    status,
    amount: toMajor(fromText(amount)),
    currency_code: currencyCode,
    method,
    occurred_at: occurredAt,
    ...(operatorUid !== undefined && { operator_uid: operatorUid }),
    ...(declineReason !== undefined && { decline_reason: declineReason }),
  }
}
