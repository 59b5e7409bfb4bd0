/** Who in the store may do what. */
import { describe, expect, it } from "vitest"
import {
  AUDITED,
  judgeRole,
  LEAST_ROLE,
  mayAct,
  STAFF_ROLES,
  type StaffAct,
} from "../../../protocol/rules/staff-roles.ts"

const person = (role: (typeof STAFF_ROLES)[number]) => ({ role })

describe("a role", () => {
  it.each<[StaffAct, cashier: boolean, supervisor: boolean, manager: boolean]>([
    ["day.open", true, true, true],
    ["order.cancel", true, true, true],
    ["order.cancel-paid", false, true, true],
    ["drawer.open", false, true, true],
    ["drawer.withdraw", false, true, true],
    ["tender.resolve", false, true, true],
    ["fiscal.reprint", false, true, true],
    ["day.close", false, false, true],
    ["staff.change", false, false, true],
    ["device.pair", false, false, true],
    ["drill.start", false, false, true],
  ])("%s: cashier %s, supervisor %s, manager %s", (act, ...expected) => {
    expect(STAFF_ROLES.map((role) => mayAct(role, act))).toEqual(expected)
  })

  it("a higher one may do all that a lower one may", () => {
    for (const act of Object.keys(LEAST_ROLE) as StaffAct[]) {
      const may = STAFF_ROLES.map((role) => mayAct(role, act))
      expect(may).toEqual([...may].sort())
    }
  })

  it("everything that is guarded stands in the trail", () => {
    expect(AUDITED).toEqual(expect.arrayContaining(Object.keys(LEAST_ROLE)))
  })
})

describe("what needs a supervisor", () => {
  const cashier = person("cashier")
  const supervisor = person("supervisor")

  it.each([
    ["is free while the store has no staff", { hasStaff: false, staff: null, authoriser: null }, "allowed", null],
    ["asks for a person", { hasStaff: true, staff: null, authoriser: null }, "sign-in", null],
    ["refuses a cashier", { hasStaff: true, staff: cashier, authoriser: null }, "too-low", null],
    ["lets a supervisor", { hasStaff: true, staff: supervisor, authoriser: null }, "allowed", null],
    [
      "lets a cashier to whom one lends the role",
      { hasStaff: true, staff: cashier, authoriser: supervisor },
      "allowed",
      supervisor,
    ],
    ["is not lent by a cashier", { hasStaff: true, staff: cashier, authoriser: cashier }, "too-low", null],
    [
      "is lent at a screen where nobody is signed in",
      { hasStaff: true, staff: null, authoriser: supervisor },
      "allowed",
      supervisor,
    ],
  ])("%s", (_what, asking, verdict, authorisedBy) => {
    expect(judgeRole("supervisor", asking)).toEqual({ verdict, authorisedBy })
  })
})
