/** A charge as stored, with scaled amounts, and as answered, with major units. */
import { toMajor } from "../../protocol/money.ts"
import { tendersOfCharge } from "../../protocol/rules/payments/charge-placement.ts"
import { paidOf, rollUp } from "../../protocol/rules/payments/charge-rollup.ts"
import type { AttemptStatus, ChargeCustomer, ChargeIntent } from "../../protocol/shapes/charge.ts"
import type { TenderRequest } from "../../protocol/shapes/tender.ts"
import type { Tenant } from "../storage/index.ts"
import type { LinkKey } from "./providers/index.ts"

export interface StoredAttempt extends LinkKey {
  readonly intentId: string
  readonly slot: number
  readonly attemptNumber: number
  readonly methodCode: string
  readonly provider: string | null
  readonly country: string | null
  readonly status: AttemptStatus
  readonly amount: number
  readonly link: string | null
  readonly error: string | null
  readonly paidAt: string | null
}

/**
 * What became of a charge's money at its order. `no`: not all of it was paid. `waiting`: the order has not arrived, or its store has not
 * answered. `unfit`: amount and order differ, and a person must decide. `returned`: the order could not take it, and it is refunded.
 */
export type Placed = "no" | "waiting" | "settled" | "unfit" | "returned"

export interface StoredIntent {
  readonly intentId: string
  readonly tenant: Tenant
  readonly externalOrderId: string
  readonly storeId: string
  readonly terminalId: string | null
  readonly channel: string
  readonly currency: string
  readonly country: string | null
  readonly customer: ChargeCustomer | null
  readonly total: number
  readonly placed: Placed
  readonly attempts: readonly StoredAttempt[]
}

export function statusOf({ attempts, total }: Pick<StoredIntent, "attempts" | "total">) {
  return rollUp(attempts, total)
}

export function toAnswer(intent: StoredIntent): ChargeIntent {
  const { intentId, externalOrderId, currency, storeId, terminalId, channel, attempts, total } = intent
  return {
    intentId,
    externalOrderId,
    status: statusOf(intent),
    amountTotal: toMajor(total),
    amountPaid: toMajor(paidOf(attempts)),
    currency,
    storeId,
    terminalId,
    channel,
    expiresAt: null,
    attempts: attempts.map(({ attemptId, slot, attemptNumber, methodCode, status, amount, link, error }) => ({
      attemptId,
      slot,
      attemptNumber,
      methodCode,
      status,
      amount: toMajor(amount),
      currency,
      paymentLink: link,
      errorDescription: error,
    })),
  }
}

/** The payments that settle the order, once all of the charge is collected and no refund is under way. */
export function tendersDue(intent: StoredIntent): TenderRequest[] {
  if (statusOf(intent) !== "succeeded" || intent.attempts.some(({ status }) => status === "solving")) return []
  const paid = intent.attempts.filter(({ status }) => status === "succeeded")
  return tendersOfCharge(
    paid.map(({ attemptId, methodCode, amount, paidAt }) => {
      if (paidAt === null) throw new Error(`attempt ${attemptId} was paid at no moment`)
      return { attemptId, methodCode, amount, currency: intent.currency, paidAt }
    }),
  )
}
