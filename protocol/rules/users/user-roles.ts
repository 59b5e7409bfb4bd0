/** Who of headquarters may do what: the roles, and the groups of roles that endpoints and pages of the dashboard name. */

export const USER_ROLES = ["owner", "developer", "operations", "read-only"] as const
export type UserRole = (typeof USER_ROLES)[number]

/**
 * A developer stands beside operations, not above: keys and webhooks are the one's, stores and money the other's. Whoever may do anything
 * is an owner; whoever is signed in may look.
 */
export const USER_GROUPS = {
  everybody: USER_ROLES,
  /** Whoever may change anything at all: for what both sides are called for, as a stuck job. */
  hands: ["owner", "developer", "operations"],
  developers: ["owner", "developer"],
  operations: ["owner", "operations"],
  owners: ["owner"],
} as const satisfies Record<string, readonly UserRole[]>

export type UserGroup = keyof typeof USER_GROUPS

export function isAmong(role: UserRole, group: UserGroup): boolean {
  const roles: readonly UserRole[] = USER_GROUPS[group]
  return roles.includes(role)
}

/** Whether somebody lies within what a person is limited to, and is theirs to see and to manage. Null is the whole account. */
export function liesWithin(limits: readonly string[] | null, vendorIds: readonly string[] | null): boolean {
  if (limits === null) return true
  return vendorIds?.every((id) => limits.includes(id)) ?? false
}

interface Holder {
  readonly personId: string
  readonly role: UserRole
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
