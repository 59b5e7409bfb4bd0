import { describe, expect, it } from "vitest"
import { finalStates, reachable, step } from "../../../../protocol/machine.ts"
import { ENDED, NEEDS_PERSON, QUEUE_STATES } from "../../../../protocol/rules/queue/queue-states.ts"

describe("queued job", () => {
  it.each([
    ["(new)", "accepted", "queued"],
    ["queued", "picked up", "processing"],
    ["processing", "succeeded", "processed"],
    ["processing", "failed, may be tried again", "retry"],
    ["retry", "picked up", "processing"],
    ["processing", "can never succeed", "failed"],
    ["processing", "attempts used up", "dead"],
    ["processing", "no action needed", "ignored"],
    ["processing", "worker was lost", "retry"],
    ["dead", "retried by hand", "queued"],
    ["failed", "retried by hand", "queued"],
  ] as const)("%s, %s: %s", (from, on, to) => {
    expect(step(QUEUE_STATES, from, on)).toBe(to)
  })

  it("is run again after its end only by hand", () => {
    for (const state of ENDED) {
      expect(QUEUE_STATES.triggers.filter((on) => step(QUEUE_STATES, state, on) !== null)).toEqual(
        NEEDS_PERSON.some((asks) => asks === state) ? ["retried by hand"] : [],
      )
    }
    expect(finalStates(QUEUE_STATES)).toEqual(["processed", "ignored"])
  })

  it("can always reach a final state", () => {
    for (const state of ["queued", "processing", "retry"] as const) {
      for (const end of ENDED) expect(reachable(QUEUE_STATES, state).has(end)).toBe(true)
    }
  })
})
