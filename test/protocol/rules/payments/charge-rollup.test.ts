/** The status of a charge over every combination of up to three slots with retries, against a small model of the contract's meanings. */
import { describe, expect, it } from "vitest"
import {
  type CountedAttempt,
  hasActive,
  isClosed,
  paidOf,
  rollUp,
} from "../../../../protocol/rules/payments/charge-rollup.ts"
import { ATTEMPT_STATUSES, type AttemptStatus, INTENT_STATUSES } from "../../../../protocol/shapes/charge.ts"

const TOTAL = 60_000

/** A slot: its last attempt in any state, before it none, or one that failed or was cancelled. */
const SLOTS: AttemptStatus[][] = ATTEMPT_STATUSES.flatMap((last) => [[last], ["failed", last], ["canceled", last]])

/** Each way to cut the total: whole, halves, thirds; what is left over of the slots stays unused. */
function* combinations(): Generator<CountedAttempt[]> {
  for (const count of [1, 2, 3]) {
    const amount = TOTAL / count
    const walk = function* (slots: AttemptStatus[][]): Generator<CountedAttempt[]> {
      if (slots.length > 0) yield slots.flat().map((status) => ({ status, amount }))
      if (slots.length < count) for (const slot of SLOTS) yield* walk([...slots, slot])
    }
    yield* walk([])
  }
}

/** The meanings of docs/contract/payments.md#charge-states, each as a statement about the set of states. */
const MEANINGS: Record<string, (states: ReadonlySet<AttemptStatus>, share: number) => boolean> = {
  succeeded: (_states, share) => share >= 1,
  partially_paid: (_states, share) => share > 0 && share < 1,
  requires_action: (states, share) => share === 0 && states.has("requires_redirect"),
  processing: (states, share) => share === 0 && states.has("created") && !states.has("requires_redirect"),
  reversed: (states, share) => share === 0 && states.has("refunded") && !open(states),
  canceled: (states) => states.size === 1 && states.has("canceled"),
  failed: (states) => states.has("failed") && [...states].every((state) => state === "failed" || state === "canceled"),
}

function open(states: ReadonlySet<AttemptStatus>): boolean {
  return states.has("created") || states.has("requires_redirect")
}

describe("status of a charge", () => {
  it("is correct for every combination of attempts", () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    let count = 0
    for (const attempts of combinations()) {
      const states = new Set(attempts.map(({ status }) => status))
      let cents = 0
      for (const { status, amount } of attempts) if (status === "succeeded" || status === "solving") cents += amount
      const fitting = Object.keys(MEANINGS).filter((name) => MEANINGS[name]?.(states, cents / TOTAL))
      const status = rollUp(attempts, TOTAL)
      count += 1
      seen.add(status)
      if (fitting.length !== 1 || fitting[0] !== status) wrong.push(`${[...states]}: ${status}, not ${fitting}`)
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(9_000)
    expect([...seen, "pending"].sort()).toEqual([...INTENT_STATUSES].sort())
  })

  it("is pending before any attempt", () => {
    expect(rollUp([], TOTAL)).toBe("pending")
  })

  it("does not depend on the order of the attempts", () => {
    for (const attempts of [...combinations()].filter((_, index) => index % 97 === 0)) {
      expect(rollUp([...attempts].reverse(), TOTAL)).toBe(rollUp(attempts, TOTAL))
    }
  })

  it("counts money until the provider confirms its refund", () => {
    expect(
      paidOf([
        { status: "solving", amount: 5 },
        { status: "refunded", amount: 7 },
      ]),
    ).toBe(5)
  })

  it("is closed when paid, cancelled or refunded", () => {
    expect(INTENT_STATUSES.filter(isClosed)).toEqual(["succeeded", "canceled", "reversed"])
  })

  it("has an active attempt while the guest may still pay", () => {
    expect(ATTEMPT_STATUSES.filter((status) => hasActive([{ status, amount: 1 }]))).toEqual([
      "created",
      "requires_redirect",
    ])
  })
})
