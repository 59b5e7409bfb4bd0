/** Who of headquarters may do what: the roles, and the groups of roles that endpoints and pages of the dashboard name. */

export const PEOPLE_ROLES = ["owner", "developer", "operations", "read-only"] as const
export type PersonRole = (typeof PEOPLE_ROLES)[number]

/**
 * A developer stands beside operations, not above: keys and webhooks are the one's, stores and money the other's. Whoever may do anything
 * is an owner; whoever is signed in may look.
 */
export const PEOPLE_GROUPS = {
  everybody: PEOPLE_ROLES,
  /** Whoever may change anything at all: for what both sides are called for, as a stuck job. */
  hands: ["owner", "developer", "operations"],
  developers: ["owner", "developer"],
  operations: ["owner", "operations"],
  owners: ["owner"],
} as const satisfies Record<string, readonly PersonRole[]>

export type PeopleGroup = keyof typeof PEOPLE_GROUPS

export function isAmong(role: PersonRole, group: PeopleGroup): boolean {
  const roles: readonly PersonRole[] = PEOPLE_GROUPS[group]
  return roles.includes(role)
}

/** Whether somebody lies within what a person is limited to, and is theirs to see and to manage. Null is the whole account. */
export function liesWithin(limits: readonly string[] | null, vendorIds: readonly string[] | null): boolean {
  if (limits === null) return true
  return vendorIds?.every((id) => limits.includes(id)) ?? false
}

interface Holder {
  readonly personId: string
  readonly role: PersonRole
  /** Null is all vendors of the account. */
  readonly vendorIds: readonly string[] | null
  readonly disabled: boolean
}

/**
 * Whether an account would be left without an owner who can sign in and sees all of it: one who is limited to some vendors cannot put the
 * others right. `after` is the person as it shall be.
 */
export function leavesNoOwner(people: readonly Holder[], after: Holder): boolean {
  const rules = ({ role, vendorIds, disabled }: Holder) => role === "owner" && vendorIds === null && !disabled
  const before = people.find(({ personId }) => personId === after.personId)
  if (!before || !rules(before) || rules(after)) return false
  return !people.some((one) => one.personId !== after.personId && rules(one))
}
