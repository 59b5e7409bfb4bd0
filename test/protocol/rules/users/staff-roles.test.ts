/** Who in the store may do what. */
import { describe, expect, it } from "vitest"
import { BOX_ENDPOINTS } from "../../../../protocol/http/endpoints.ts"
import { checkRole, LEAST_ROLE, reaches, STAFF_ROLES } from "../../../../protocol/rules/users/staff-roles.ts"

const person = (role: (typeof STAFF_ROLES)[number]) => ({ role })

describe("staff role", () => {
  it("reaches every lower role", () => {
    const reached = STAFF_ROLES.map((role) => STAFF_ROLES.filter((least) => reaches(role, least)))
    expect(reached).toEqual([["cashier"], ["cashier", "supervisor"], ["cashier", "supervisor", "manager"]])
  })

  it.each([
    ["order.cancel", true, true, true],
    ["order.cancel-paid", false, true, true],
    ["cash.close", true, true, true],
    ["cash.close-other", false, true, true],
    ["day.close", false, false, true],
  ] as const)("%s: cashier %s, supervisor %s, manager %s", (act, ...expected) => {
    expect(STAFF_ROLES.map((role) => reaches(role, LEAST_ROLE[act]))).toEqual(expected)
  })

  it("is required by sensitive endpoints", () => {
    const asked = (least: string) =>
      Object.values(BOX_ENDPOINTS).flatMap((value) =>
        value.method !== "GET" && "role" in value && value.role === least ? [value.name] : [],
      )
    expect({ supervisor: asked("supervisor").sort(), manager: asked("manager").sort() }).toEqual({
      supervisor: [
        "cash.approve",
        "kitchen.release",
        "register.openDrawer",
        "register.recordRefund",
        "register.refundSale",
        "register.withdraw",
        "spool.move",
        "spool.resolve",
        "store.resolveConflict",
      ],
      manager: [
        "devices.change",
        "devices.makeCode",
        "devices.revoke",
        "drill.end",
        "drill.start",
        "setup.certify",
        "setup.recheck",
        "spool.choosePage",
        "staff.change",
        "staff.create",
        "store.closeDay",
        "store.settleParked",
        "store.updateNow",
      ],
    })
  })
})

describe("action that needs a supervisor", () => {
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
    expect(checkRole("supervisor", asking)).toEqual({ verdict, authorisedBy })
  })
})
