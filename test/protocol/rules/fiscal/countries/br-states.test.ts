import { expect, it } from "vitest"
import { stateOf } from "../../../../../protocol/rules/fiscal/countries/br-states.ts"

it("finds a state by its letters or its code", () => {
  expect(stateOf("sp")?.code).toBe("35")
  expect(stateOf("35")).toBe(stateOf("SP"))
  expect(stateOf(35)).toBe(stateOf("SP"))
})

it("has the 27, each with its own two digits", () => {
  const codes = "RO AC AM RR PA AP TO MA PI CE RN PB PE AL SE BA MG ES RJ SP PR SC RS MS MT GO DF"
    .split(" ")
    .map((name) => stateOf(name)?.code)
  expect(new Set(codes).size).toBe(27)
  expect(codes).not.toContain(undefined)
})

it.each(["XX", "", undefined, "constructor"])("does not know %s", (name) => {
  expect(stateOf(name)).toBeNull()
})
