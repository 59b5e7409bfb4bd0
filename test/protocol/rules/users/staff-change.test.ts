/** What may become of the people of a store. */
import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  checkNewStaffMember,
  checkStaffChange,
  type StaffMemberFacts,
} from "../../../../protocol/rules/users/staff-change.ts"

const ana: StaffMemberFacts = { id: "ana", role: "manager", active: true }
const luis: StaffMemberFacts = { id: "luis", role: "cashier", active: true }
const gone: StaffMemberFacts = { id: "gone", role: "manager", active: false }
const codeOf = (verdict: unknown) => (isRefusal(verdict) ? verdict.refused : null)

describe("new staff member", () => {
  it.each([
    ["the first one as a manager", [], "manager", null],
    ["the first one as a cashier", [], "cashier", "CONFLICT"],
    ["a cashier after a manager", [ana], "cashier", null],
    ["a cashier after the manager has left", [gone], "cashier", "CONFLICT"],
  ] as const)("%s", (_what, people, role, code) => {
    expect(codeOf(checkNewStaffMember(people, role))).toBe(code)
  })
})

describe("change of a staff member", () => {
  it.each([
    ["the last manager is let go", [ana, luis, gone], "ana", { active: false }, "CONFLICT"],
    ["the last manager becomes a supervisor", [ana, luis], "ana", { role: "supervisor" }, "CONFLICT"],
    ["one of two managers is let go", [ana, { ...luis, role: "manager" }], "ana", { active: false }, null],
    ["the last manager is renamed", [ana], "ana", {}, null],
    ["a cashier becomes a manager", [ana, luis], "luis", { role: "manager" }, null],
    ["nobody", [ana], "nobody", {}, "NOT_FOUND"],
  ] as const)("%s", (_what, people, id, change, code) => {
    expect(codeOf(checkStaffChange(people, id, change))).toBe(code)
  })
})
