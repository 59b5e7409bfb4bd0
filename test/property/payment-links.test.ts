/** A charge and its attempts against a model written from the contract (docs/contract/payments.md#payment-links). */
import fc from "fast-check"
import { expect, it } from "vitest"
import { isRefusal } from "../../protocol/refusals.ts"
import { nextAttempt, type SlottedAttempt } from "../../protocol/rules/payments/charge-attempts.ts"
import { hasActive, isClosed, paidOf, rollUp } from "../../protocol/rules/payments/charge-rollup.ts"
import { ATTEMPT_STATES, type AttemptTrigger, stepAttempt } from "../../protocol/rules/payments/charge-states.ts"
import type { AttemptStatus } from "../../protocol/shapes/charge.ts"
import { hold } from "./hold.ts"

const TOTAL = 650_000

type Step =
  | { readonly is: "pay"; readonly amount: number | undefined; readonly slot: number | undefined }
  | { readonly is: "hear"; readonly of: number; readonly word: AttemptTrigger }

const pay = fc.record({
  is: fc.constant("pay" as const),
  amount: fc.constantFrom(undefined, undefined, 65, 20, 45, 32.5, 0.0001, 0.1 + 0.2, 0, -1, 65.0001, 0.00001, 1e12),
  slot: fc.constantFrom(undefined, undefined, 1, 2, 3, 9),
})
const hear = fc.record({
  is: fc.constant("hear" as const),
  of: fc.nat({ max: 9 }),
  word: fc.constantFrom(...ATTEMPT_STATES.triggers),
})
const steps = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(pay, hear), { maxLength: 25, size: "max" })

/** What the documents say of each move; what they do not name is money that came after all, or the provider's own doing. */
const MOVES: Readonly<Record<AttemptTrigger, Partial<Record<AttemptStatus, AttemptStatus>>>> = {
  "provider returned a link": { created: "requires_redirect" },
  "creation failed or rejected": { created: "failed" },
  "provider approved": {
    created: "succeeded",
    requires_redirect: "succeeded",
    failed: "succeeded",
    canceled: "succeeded",
  },
  "provider declined": { created: "failed", requires_redirect: "failed" },
  "link expired": { requires_redirect: "requires_redirect" },
  "cancel accepted by the provider": { requires_redirect: "canceled" },
  "refund asked": { succeeded: "solving" },
  "refund confirmed": { solving: "refunded", succeeded: "refunded" },
  "refund refused": { solving: "succeeded" },
}

it("a charge equals its attempts, and accepts only allowed ones", () => {
  hold(
    fc.property(steps, (all) => {
      let attempts: readonly SlottedAttempt[] = []
      for (const step of all) {
        if (step.is === "hear") attempts = heard(attempts, step)
        else {
          const answer = nextAttempt({ attempts, total: TOTAL }, wish(step))
          const due = allowed(attempts, step)
          expect(isRefusal(answer) ? answer.details?.[0]?.path : answer, JSON.stringify(step)).toEqual(due)
          if (!isRefusal(answer)) attempts = [...attempts, { ...answer, status: "created" }]
        }
        agrees(attempts)
      }
    }),
    150,
  )
})

function agrees(attempts: readonly SlottedAttempt[]): void {
  const status = rollUp(attempts, TOTAL)
  expect(meanings(attempts), attempts.map((one) => one.status).join()).toContain(status)
  expect(paidOf(attempts)).toBe(collected(attempts))
  expect(hasActive(attempts)).toBe(attempts.some(({ status: is }) => is === "created" || is === "requires_redirect"))
  expect(isClosed(status)).toBe(["succeeded", "canceled", "reversed"].includes(status))
  const slots = [...new Set(attempts.map(({ slot }) => slot))]
  expect(slots).toEqual(slots.map((_, n) => n + 1))
  for (const slot of slots) {
    const numbers = attempts.filter((one) => one.slot === slot).map(({ attemptNumber }) => attemptNumber)
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  }
}

/** What the table of the documents allows; of what they leave open, more than one. */
function meanings(attempts: readonly SlottedAttempt[]): string[] {
  const are = attempts.map(({ status }) => status)
  const paid = collected(attempts)
  if (are.length === 0) return ["pending"]
  if (paid >= TOTAL) return ["succeeded"]
  if (paid > 0) return ["partially_paid"]
  if (are.includes("requires_redirect")) return ["requires_action"]
  if (are.includes("created")) return ["processing"]
  if (are.includes("refunded")) return ["reversed"]
  if (are.every((one) => one === "canceled")) return ["canceled"]
  return ["failed"]
}

function collected(attempts: readonly SlottedAttempt[]): number {
  let paid = 0
  for (const { status, amount } of attempts) if (status === "succeeded" || status === "solving") paid += amount
  return paid
}

/** The attempt that is due, or the path of what is wrong. */
function allowed(attempts: readonly SlottedAttempt[], { amount, slot }: Extract<Step, { is: "pay" }>) {
  const [status] = meanings(attempts)
  if (["succeeded", "canceled", "reversed"].includes(status ?? "")) return "intentId"
  const left = TOTAL - collected(attempts)
  const scaled = amount === undefined ? left : amount * 10_000
  const isWhole = Math.abs(scaled - Math.round(scaled)) < 1e-6
  if (!isWhole || scaled <= 0 || scaled > left) return "amount"
  const own = attempts.filter((one) => one.slot === slot)
  const asked = { amount: Math.round(scaled) }
  if (slot === undefined) return { ...asked, slot: new Set(attempts.map((one) => one.slot)).size + 1, attemptNumber: 1 }
  const mayRetry = own.length > 0 && own.every((one) => one.status === "failed" || one.status === "canceled")
  return mayRetry ? { ...asked, slot, attemptNumber: own.length + 1 } : "slot"
}

function heard(attempts: readonly SlottedAttempt[], { of, word }: Extract<Step, { is: "hear" }>) {
  return attempts.map((attempt, n) => {
    if (n !== of % attempts.length) return attempt
    const next = stepAttempt(attempt.status, word)
    expect(next, `${attempt.status}, ${word}`).toBe(MOVES[word][attempt.status] ?? null)
    return next === null ? attempt : { ...attempt, status: next }
  })
}

function wish({ amount, slot }: Extract<Step, { is: "pay" }>) {
  return { ...(amount !== undefined && { amount }), ...(slot !== undefined && { slot }) }
}
