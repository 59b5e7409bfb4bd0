/** The roles of a store's staff, what each may do, and which actions are audited. */

export const STAFF_ROLES = ["cashier", "supervisor", "manager"] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The lowest role for actions at endpoints that machines call too. The box's other endpoints name their own role. */
export const LEAST_ROLE = {
  "order.cancel": "cashier",
  "order.cancel-paid": "supervisor",
  "cash.close": "cashier",
  /** Closing a shift of another register. */
  "cash.close-other": "supervisor",
  "day.close": "manager",
} as const satisfies Record<string, StaffRole>

export type StaffAct = keyof typeof LEAST_ROLE

/** Actions in the audit log. */
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
  "refund.sale",
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

/** Whether a role is at least as high as `least`. */
export function reaches(role: StaffRole, least: StaffRole): boolean {
  return STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(least)
}

interface StaffVerdict<Person> {
  readonly verdict: "allowed" | "sign-in" | "too-low"
  /** The person who authorised it with a PIN; null if the signed-in person's role was enough. */
  readonly authorisedBy: Person | null
}

interface RoleCheckInput<Person> {
  /** A store without staff requires no role. */
  readonly hasStaff: boolean
  readonly staff: Person | null
  /** A second person who authorises the action with a PIN. */
  readonly authoriser: Person | null
}

/** Checks the role of the signed-in person, else that of the authoriser. */
export function checkRole<Person extends { readonly role: StaffRole }>(
  least: StaffRole,
  { hasStaff, staff, authoriser }: RoleCheckInput<Person>,
): StaffVerdict<Person> {
  if (!hasStaff || (staff && reaches(staff.role, least))) return { verdict: "allowed", authorisedBy: null }
  if (authoriser && reaches(authoriser.role, least)) return { verdict: "allowed", authorisedBy: authoriser }
  return { verdict: staff || authoriser ? "too-low" : "sign-in", authorisedBy: null }
}
