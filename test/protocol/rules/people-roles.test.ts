import { describe, expect, it } from "vitest"
import { isAmong, leavesNoOwner, PEOPLE_GROUPS, type PeopleGroup } from "../../../protocol/rules/people-roles.ts"

const mayOf = (role: Parameters<typeof isAmong>[0]) =>
  (Object.keys(PEOPLE_GROUPS) as PeopleGroup[]).filter((group) => isAmong(role, group))

it.each([
  ["owner", ["everybody", "hands", "developers", "operations", "owners"]],
  ["developer", ["everybody", "hands", "developers"]],
  ["operations", ["everybody", "hands", "operations"]],
  ["read-only", ["everybody"]],
] as const)("%s is among %j", (role, groups) => {
  expect(mayOf(role)).toEqual(groups)
})

describe("an account keeps an owner", () => {
  const person = (personId: string, role: "owner" | "developer", disabled = false) => ({ personId, role, disabled })
  const elena = person("1", "owner")

  it.each([
    ["the only one is made something else", [elena], person("1", "developer"), true],
    ["the only one is shut out", [elena], person("1", "owner", true), true],
    ["the other one is shut out already", [elena, person("2", "owner", true)], person("1", "developer"), true],
    ["another one stays", [elena, person("2", "owner")], person("1", "developer"), false],
    ["the only one changes their name", [elena], elena, false],
    ["somebody else is shut out", [elena, person("3", "developer")], person("3", "developer", true), false],
    ["an owner who is shut out is changed", [person("1", "owner", true)], person("1", "developer", true), false],
  ] as const)("when %s", (_what, people, after, left) => {
    expect(leavesNoOwner(people, after)).toBe(left)
  })
})
