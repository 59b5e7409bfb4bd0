/** The life of an attempt: every state against every trigger, beside the rows of docs/contract/payments.md#attempt-states. */
import { describe, expect, it } from "vitest"
import { finalStates } from "../../../../protocol/machine.ts"
import {
  ATTEMPT_STATES,
  hasExpired,
  isActive,
  isCollected,
  stepAttempt,
} from "../../../../protocol/rules/payments/charge-states.ts"
import { ATTEMPT_STATUSES } from "../../../../protocol/shapes/charge.ts"

describe("the table of attempt states (docs/contract/payments.md#attempt-states)", () => {
  it.each([
    ["created", "provider returned a link", "requires_redirect"],
    ["created", "creation failed or rejected", "failed"],
    ["requires_redirect", "provider approved", "succeeded"],
    ["requires_redirect", "cancel accepted by the provider", "canceled"],
    ["succeeded", "refund asked", "solving"],
    ["solving", "refund confirmed", "refunded"],
  ] as const)("%s, %s: %s", (from, on, to) => {
    expect(stepAttempt(from, on)).toBe(to)
  })

  it("has exactly the contract's states", () => {
    expect([...ATTEMPT_STATES.states].sort()).toEqual([...ATTEMPT_STATUSES].sort())
    expect(finalStates(ATTEMPT_STATES)).toEqual(["refunded"])
  })

  it("has no step without a row", () => {
    const moved = ATTEMPT_STATES.states.flatMap((from) =>
      ATTEMPT_STATES.triggers.filter((on) => stepAttempt(from, on) !== null).map((on) => `${from}/${on}`),
    )
    expect(moved).toHaveLength(ATTEMPT_STATES.rows.length)
    expect(stepAttempt("created", "cancel accepted by the provider")).toBeNull()
    expect(stepAttempt("refunded", "provider approved")).toBeNull()
    expect(stepAttempt("succeeded", "provider declined")).toBeNull()
  })
})

it("link has expired when it waits with an error", () => {
  expect(hasExpired({ status: "requires_redirect", error: "The payment link has expired." })).toBe(true)
  expect(hasExpired({ status: "requires_redirect", error: null })).toBe(false)
  expect(hasExpired({ status: "failed", error: "The payment was declined." })).toBe(false)
})

it("no attempt is both active and collected", () => {
  expect(ATTEMPT_STATUSES.filter(isActive)).toEqual(["created", "requires_redirect"])
  expect(ATTEMPT_STATUSES.filter(isCollected)).toEqual(["succeeded", "solving"])
})
