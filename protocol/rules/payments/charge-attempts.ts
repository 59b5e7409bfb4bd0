/** Validates the next attempt of a charge: amount, slot, retry and country (docs/contract/payments.md#add-an-attempt, docs/contract/payments.md#create-a-charge). */
import { type Scaled, scaleMajor } from "../../money.ts"
import { invalid, type Refusal } from "../../refusals.ts"
import type { AttemptStatus, NewAttempt } from "../../shapes/charge.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { MajorAmount } from "../../shapes/scalars.ts"
import { isClosed, paidOf, rollUp } from "./charge-rollup.ts"
import { isActive } from "./charge-states.ts"

export interface SlottedAttempt {
  readonly slot: number
  readonly attemptNumber: number
  readonly status: AttemptStatus
  readonly amount: Scaled
}

export interface NextAttempt {
  readonly slot: number
  readonly attemptNumber: number
  readonly amount: Scaled
}

export const FIRST_ATTEMPT = { slot: 1, attemptNumber: 1 } as const

/** Scales an amount to charge, which must be above 0. */
export function readChargeAmount(amount: MajorAmount): Scaled | Refusal<"VALIDATION_ERROR"> {
  const scaled = scaleMajor(amount)
  if (scaled !== null && scaled > 0) return scaled
  return invalid({ path: "amount", message: "must be more than 0 and at most 1000000000, with at most 4 decimals" })
}

/** Why no payment link may be created for the order, as the end of a sentence; null if one may. */
export function whyNotPayable({ status, settlement }: Pick<OrderRecord, "status" | "settlement">): string | null {
  if (status === "CANCELLED") return "is cancelled"
  if (status === "COMPLETED" || settlement?.status === "settled") return "is paid already"
  return status === "OPEN" ? null : "is closed"
}

/** The amount may reach everything that is unpaid, even while a link waits in another slot; money received twice is refunded. */
export function nextAttempt(
  { attempts, total }: { attempts: readonly SlottedAttempt[]; total: Scaled },
  asked: Pick<NewAttempt, "amount" | "slot">,
): NextAttempt | Refusal<"VALIDATION_ERROR"> {
  const status = rollUp(attempts, total)
  if (isClosed(status)) return invalid({ path: "intentId", message: `is a charge that is closed: ${status}` })
  const left = total - paidOf(attempts)
  const amount = asked.amount === undefined ? left : readChargeAmount(asked.amount)
  if (typeof amount !== "number") return amount
  if (amount > left) return invalid({ path: "amount", message: `must not be more than what is left, ${left / 10_000}` })
  if (asked.slot === undefined) return { slot: highest(attempts.map(({ slot }) => slot)) + 1, attemptNumber: 1, amount }
  const slotAttempts = attempts.filter(({ slot }) => slot === asked.slot)
  const fault = slotFault(slotAttempts)
  if (fault) return invalid({ path: "slot", message: fault })
  return {
    slot: asked.slot,
    attemptNumber: highest(slotAttempts.map(({ attemptNumber }) => attemptNumber)) + 1,
    amount,
  }
}

function slotFault(tried: readonly SlottedAttempt[]): string | null {
  if (tried.length === 0) return "is no slot of this charge; leave it out to open a new one"
  if (tried.some(({ status }) => isActive(status))) return "has an attempt that is active"
  const paid = tried.some(({ status }) => status === "succeeded" || status === "solving" || status === "refunded")
  return paid ? "has an attempt that was paid; only a failed one is tried again" : null
}

function highest(numbers: readonly number[]): number {
  return Math.max(0, ...numbers)
}

/** The country of a charge, or why there is none. It may be left out for a method of a single country. */
export function chargeCountry(
  { code, countries = [] }: { code: string; countries?: readonly string[] | undefined },
  asked: string | undefined,
): { readonly country: string } | { readonly fault: string } {
  const country = asked ?? (countries.length === 1 ? countries[0] : undefined)
  if (country === undefined) return { fault: `The method ${code} is of several countries: send country.` }
  if (countries.length > 0 && !countries.includes(country)) {
    return { fault: `The method ${code} is not offered in ${country}.` }
  }
  return { country }
}
