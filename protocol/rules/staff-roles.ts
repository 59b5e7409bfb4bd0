/** Who in the store may do what: the roles in their order, the least role for each act, and what leaves a trail. */

export const STAFF_ROLES = ["cashier", "supervisor", "manager"] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The least role for each act that is guarded; whoever is higher may do it too. */
export const LEAST_ROLE = {
  "drawer.open": "supervisor",
  "drawer.withdraw": "supervisor",
  "order.cancel": "cashier",
  "order.cancel-paid": "supervisor",
  "order.reprint": "cashier",
  "fiscal.reprint": "supervisor",
  "kitchen.override": "supervisor",
  "tender.resolve": "supervisor",
  "spool.resolve": "supervisor",
  "spool.move": "supervisor",
  "printer.change": "manager",
  "parked.settle": "manager",
  "shift.close-another": "supervisor",
  "day.open": "cashier",
  "day.close": "manager",
  "device.pair": "manager",
  "device.change": "manager",
  "device.revoke": "manager",
  "staff.create": "manager",
  "staff.change": "manager",
  "drill.start": "manager",
  "drill.end": "manager",
} as const satisfies Record<string, StaffRole>

export type StaffAct = keyof typeof LEAST_ROLE

/** All that stands in the trail: the guarded acts, and what nobody is asked a role for. */
export const AUDITED = [
  ...(Object.keys(LEAST_ROLE) as StaffAct[]),
  "tender.return",
  "shift.open",
  "shift.close",
  "staff.sign-in",
  "staff.sign-out",
  "staff.pin-refused",
  "device.paired",
  "device.code-refused",
  "drill.over",
  "update.now",
  "update.over",
  "box.restored",
  "box.promoted",
  "standby.joined",
  "order.changed-twice",
  "clock.jumped",
] as const
export type Audited = (typeof AUDITED)[number]

export function mayAct(role: StaffRole, act: StaffAct): boolean {
  return reaches(role, LEAST_ROLE[act])
}

/** Whether a role is as high as another. */
export function reaches(role: StaffRole, least: StaffRole): boolean {
  return STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(least)
}

export interface StaffVerdict<Person> {
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
export function judgeRole<Person extends { readonly role: StaffRole }>(
  least: StaffRole,
  { hasStaff, staff, authoriser }: Asking<Person>,
): StaffVerdict<Person> {
  if (!hasStaff || (staff && reaches(staff.role, least))) return { verdict: "allowed", authorisedBy: null }
  if (authoriser && reaches(authoriser.role, least)) return { verdict: "allowed", authorisedBy: authoriser }
  return { verdict: staff || authoriser ? "too-low" : "sign-in", authorisedBy: null }
}
