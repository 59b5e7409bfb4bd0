import { describe, expect, it } from "vitest"
import { isBehind, readChanges, writeChanges } from "../../../protocol/mqtt/lan-changes.ts"

const seen = { boot: "a1", counts: { orders: 3, menu: 1 } }

it("counts travel as one header", () => {
  expect(writeChanges(seen)).toBe("a1;orders=3;menu=1")
  expect(readChanges(writeChanges(seen))).toEqual(seen)
  expect(readChanges(writeChanges({ boot: "a1", counts: {} }))).toEqual({ boot: "a1", counts: {} })
})

it.each([undefined, "", ";orders=1", "a1;orders", "a1;orders=many", "a1;=3"])("%j is no count", (text) =>
  expect(readChanges(text)).toBeNull(),
)

describe("a screen", () => {
  it.each([
    ["that has heard of a change it has not read", { boot: "a1", counts: { orders: 4 } }, true],
    ["that has read what it heard of", { boot: "a1", counts: { orders: 3 } }, false],
    ["that has heard of a change of a kind it did not know", { boot: "a1", counts: { day: 1 } }, true],
    ["that has heard of what it does not show", { boot: "a1", counts: { tickets: 9 } }, false],
    ["that heard before the box started again", { boot: "a0", counts: { orders: 9 } }, false],
    ["that has heard nothing", null, false],
  ])("%s is behind: %o", (_, heard, behind) => expect(isBehind(seen, heard, ["orders", "day"])).toBe(behind))
})
