import { describe, expect, it } from "vitest"
import { finalStates, machine, reachable, step, toMarkdown } from "../../protocol/machine.ts"

const DOOR = machine({
  states: ["closed", "open", "bricked up"],
  triggers: ["push", "pull", "wall"],
  rows: [
    { from: "closed", on: "push", to: "open", also: "it creaks | or not" },
    { from: "open", on: "pull", to: "closed" },
    { from: "open", on: "push", to: "open" },
    { from: "closed", on: "wall", to: "bricked up" },
  ],
})

describe("a machine", () => {
  it.each([
    ["closed", "push", "open"],
    ["closed", "pull", null],
    ["closed", "wall", "bricked up"],
    ["open", "push", "open"],
    ["open", "pull", "closed"],
    ["open", "wall", null],
    ["bricked up", "push", null],
    ["bricked up", "pull", null],
    ["bricked up", "wall", null],
  ] as const)("steps from %s on %s to %s", (from, on, to) => expect(step(DOOR, from, on)).toBe(to))

  it.each([
    ["closed", ["bricked up", "closed", "open"]],
    ["open", ["bricked up", "closed", "open"]],
    ["bricked up", []],
  ] as const)("reaches from %s %j", (from, states) => expect([...reachable(DOOR, from)].sort()).toEqual(states))

  it("ends where no row leads out", () => expect(finalStates(DOOR)).toEqual(["bricked up"]))

  it("is final where its only row leads back to itself", () => {
    const lamp = machine({
      states: ["on", "broken"],
      triggers: ["drop"],
      rows: [
        { from: "on", on: "drop", to: "broken" },
        { from: "broken", on: "drop", to: "broken" },
      ],
    })
    expect(finalStates(lamp)).toEqual(["broken"])
    expect([...reachable(lamp, "broken")]).toEqual(["broken"])
  })

  it("is a table in Markdown, a bar in a cell escaped", () => {
    expect(toMarkdown(DOOR)).toBe(
      [
        "| state | trigger | next state | also |",
        "| --- | --- | --- | --- |",
        "| closed | push | open | it creaks \\| or not |",
        "| open | pull | closed |  |",
        "| open | push | open |  |",
        "| closed | wall | bricked up |  |",
        "",
      ].join("\n"),
    )
  })
})

describe("a table that is no machine is refused where it is written", () => {
  const states = ["a", "b"] as const
  const there = { from: "a", on: "go", to: "b" } as const

  it("two answers to one question", () => {
    const rows = [there, { from: "a", on: "go", to: "a" } as const]
    expect(() => machine({ states, triggers: ["go"], rows })).toThrow("two rows for a on go")
  })

  it("a state that nothing leads to", () => {
    const rows = [{ from: "a", on: "go", to: "a" } as const]
    expect(() => machine({ states, triggers: ["go"], rows })).toThrow("nothing leads to b")
  })

  it("a trigger without a row", () => {
    expect(() => machine({ states, triggers: ["go", "sing"], rows: [there] })).toThrow("no row for sing")
  })
})
