import { describe, expect, it } from "vitest"
import {
  isAmong,
  isWithinLimits,
  leavesNoOwner,
  USER_GROUPS,
  type UserGroup,
} from "../../../../protocol/rules/users/user-roles.ts"

const mayOf = (role: Parameters<typeof isAmong>[0]) =>
  (Object.keys(USER_GROUPS) as UserGroup[]).filter((group) => isAmong(role, group))

it.each([
  ["owner", ["everybody", "hands", "developers", "operations", "owners"]],
  ["developer", ["everybody", "hands", "developers"]],
  ["operations", ["everybody", "hands", "operations"]],
  ["read-only", ["everybody"]],
] as const)("%s is among %j", (role, groups) => {
  expect(mayOf(role)).toEqual(groups)
})

describe("owner of an account", () => {
  const person = (personId: string, role: "owner" | "developer", disabled = false) => ({
    personId,
    role,
    vendorIds: null,
    disabled,
  })
  const limited = (personId: string) => ({ ...person(personId, "owner"), vendorIds: ["a"] })
  const elena = person("1", "owner")

  it.each([
    ["the only one is made something else", [elena], person("1", "developer"), true],
    ["the only one is shut out", [elena], person("1", "owner", true), true],
    ["the other one is shut out already", [elena, person("2", "owner", true)], person("1", "developer"), true],
    ["the only one is limited to some vendors", [elena], limited("1"), true],
    ["only one who is limited stays", [elena, limited("2")], person("1", "owner", true), true],
    ["one who is limited is shut out", [elena, limited("2")], { ...limited("2"), disabled: true }, false],
    ["another one stays", [elena, person("2", "owner")], person("1", "developer"), false],
    ["the only one changes their name", [elena], elena, false],
    ["somebody else is shut out", [elena, person("3", "developer")], person("3", "developer", true), false],
    ["an owner who is shut out is changed", [person("1", "owner", true)], person("1", "developer", true), false],
  ] as const)("when %s", (_what, people, after, left) => {
    expect(leavesNoOwner(people, after)).toBe(left)
  })
})

it.each([
  ["whoever sees the whole account has everybody", null, null, true],
  ["and those who see some", null, ["a"], true],
  ["a part has those within it", ["a", "b"], ["b"], true],
  ["and those who are alike", ["a"], ["a"], true],
  ["not one who sees another vendor too", ["a"], ["a", "b"], false],
  ["nor one who sees the whole account", ["a", "b"], null, false],
] as const)("%s", (_what, limits, vendorIds, within) => {
  expect(isWithinLimits(limits, vendorIds)).toBe(within)
})
