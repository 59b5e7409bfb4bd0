/** Who in the store may do what: the roles in their order, what they are asked for, and what leaves a trail. */

export const STAFF_ROLES = ["cashier", "supervisor", "manager"] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The least role for acts at endpoints that machines call as well; whoever is higher may do them too. The box's own endpoints name theirs. */
export const LEAST_ROLE = {
  "order.cancel": "cashier",
  "order.cancel-paid": "supervisor",
  "cash.close": "cashier",
  /** Of a shift that is not this register's own. */
  "cash.close-other": "supervisor",
  "day.close": "manager",
} as const satisfies Record<string, StaffRole>

export type StaffAct = keyof typeof LEAST_ROLE

/** All that stands in the trail. */
export const AUDITED = [
  "drawer.open",
  "drawer.withdraw",
  "order.cancel",
  "order.changed-twice",
  "order.conflict",
  "order.conflict-resolved",
  "tender.resolve",
  "tender.return",
  "refund.record",
  "cash.approve",
  "shift.open",
  "shift.close",
  "day.open",
  "day.close",
  "kitchen.override",
  "paper.reprint",
  "spool.resolve",
  "spool.move",
  "printer.change",
  "parked.settle",
  "device.pair",
  "device.paired",
  "device.code-refused",
  "device.change",
  "device.revoke",
  "staff.create",
  "staff.change",
  "staff.sign-in",
  "staff.sign-out",
  "staff.pin-refused",
  "drill.start",
  "drill.end",
  "drill.over",
  "update.now",
  "update.over",
  "box.restored",
  "box.promoted",
  "standby.joined",
  "clock.jumped",
  "fiscal.skipped",
  "box.copied",
] as const
export type Audited = (typeof AUDITED)[number]

/** Whether a role is as high as another. */
export function reaches(role: StaffRole, least: StaffRole): boolean {
  return STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(least)
}

interface StaffVerdict<Person> {
  readonly verdict: "allowed" | "sign-in" | "too-low"
  /** Whose role it was, where another's was lent. */
  readonly authorisedBy: Person | null
}

interface Asking<Person> {
  /** A store without staff asks nobody for a role. */
  readonly hasStaff: boolean
  readonly staff: Person | null
  /** Who types a PIN over the shoulder. */
  readonly authoriser: Person | null
}

/** The one who is signed in, or else the one who lends a role. */
export function checkRole<Person extends { readonly role: StaffRole }>(
  least: StaffRole,
  { hasStaff, staff, authoriser }: Asking<Person>,
): StaffVerdict<Person> {
  if (!hasStaff || (staff && reaches(staff.role, least))) return { verdict: "allowed", authorisedBy: null }
  if (authoriser && reaches(authoriser.role, least)) return { verdict: "allowed", authorisedBy: authoriser }
  return { verdict: staff || authoriser ? "too-low" : "sign-in", authorisedBy: null }
}
