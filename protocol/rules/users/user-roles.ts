/** Roles of dashboard users, and the groups of roles that endpoints and pages name. */

export const USER_ROLES = ["owner", "developer", "operations", "read-only"] as const
export type UserRole = (typeof USER_ROLES)[number]

/**
 * Developers manage keys and webhooks, operations manages stores and money; neither is above the other. An owner may do everything,
 * every user may read.
 */
export const USER_GROUPS = {
  everybody: USER_ROLES,
  /** Everybody who may change anything, for example retry a stuck job. */
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

/** Whether all of `vendorIds` are within a user's `limits`. Null means the whole account. */
export function isWithinLimits(limits: readonly string[] | null, vendorIds: readonly string[] | null): boolean {
  if (limits === null) return true
  return vendorIds?.every((id) => limits.includes(id)) ?? false
}

interface UserRoleFacts {
  readonly personId: string
  readonly role: UserRole
  /** Null means all vendors of the account. */
  readonly vendorIds: readonly string[] | null
  readonly disabled: boolean
}

/**
 * Whether a change leaves the account without an active owner of all its vendors. `after` is the person after the change.
 */
export function leavesNoOwner(people: readonly UserRoleFacts[], after: UserRoleFacts): boolean {
  const rules = ({ role, vendorIds, disabled }: UserRoleFacts) => role === "owner" && vendorIds === null && !disabled
  const before = people.find(({ personId }) => personId === after.personId)
  if (!before || !rules(before) || rules(after)) return false
  return !people.some((one) => one.personId !== after.personId && rules(one))
}
