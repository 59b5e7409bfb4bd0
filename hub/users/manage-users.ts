/** Manages users, at the dashboard and at the command line: invite, change, disable, create a new link. */
import type { UserAction } from "../../protocol/http/admin/audit.ts"
import type { OneTimeLink, User } from "../../protocol/http/admin/users.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { LINK_SECONDS } from "../../protocol/rules/users/session-lifetime.ts"
import { isWithinLimits, leavesNoOwner, type UserRole } from "../../protocol/rules/users/user-roles.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { SystemWrite } from "../storage/index.ts"
import { vendorsSeen } from "../tenants/index.ts"
import { recordAuditOf } from "./audit-store.ts"
import { dropLinks, endSessions, putLink } from "./sessions-store.ts"
import { noVendor, ofWholeAccount } from "./tenant-of.ts"
import { changeUser, findOfAccount, insertUser, type UserRow, usersByEmail, usersOfAccount } from "./users-store.ts"

/** The token is in the fragment, so that neither a server nor a proxy logs it. */
const LINK_PATH = "/dashboard#/welcome/"

/** The caller: a user of the account, or the command line. */
export interface By {
  readonly accountId: string
  readonly personId: string | null
  /** The vendors whose users they manage; null is the whole account. */
  readonly limitedTo: readonly string[] | null
}

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly vendorIds: readonly string[] | null
}

export async function invite(
  scope: SystemWrite,
  ids: Ids,
  { by, wish }: { by: By; wish: Invitation },
): Promise<{ person: User; link: OneTimeLink } | Refusal<"NOT_FOUND" | "CONFLICT">> {
  const foreign = await refuseVendors(scope, by, wish.vendorIds)
  if (foreign) return foreign
  const email = wish.email.trim().toLowerCase()
  const known = await usersByEmail(scope, email)
  if (known.some(({ accountId }) => accountId === by.accountId))
    return refuse("CONFLICT", `${email} is somebody's already.`)
  const person: UserRow = {
    personId: ids.uuid(),
    accountId: by.accountId,
    email,
    name: wish.name.trim(),
    role: wish.role,
    vendorIds: wish.vendorIds,
    passwordHash: "",
    createdAt: scope.now,
    lastSignInAt: null,
    disabledAt: null,
  }
  await insertUser(scope, person)
  const link = await drawLink(scope, ids, person)
  const { role, vendorIds } = wish
  const deed = { personId: by.personId, action: "people.invite" as const, subject: email, detail: { role, vendorIds } }
  await recordAuditOf(scope, by.accountId, { ...deed, vendorIds })
  return { person: toUser(person), link }
}

export interface Change {
  readonly name?: string
  readonly role?: UserRole
  readonly vendorIds?: readonly string[] | null
  readonly disabled?: boolean
}

export async function change(
  scope: SystemWrite,
  { by, personId, wish }: { by: By; personId: string; wish: Change },
): Promise<User | Refusal<"NOT_FOUND" | "LAST_OWNER">> {
  const was = await findManaged(scope, by, personId)
  if (!was) return refuse("NOT_FOUND", "There is no such person.")
  const foreign = wish.vendorIds === undefined ? null : await refuseVendors(scope, by, wish.vendorIds)
  if (foreign) return foreign
  const { disabled = was.disabledAt !== null, ...fields } = wish
  const now: UserRow = { ...was, ...fields, disabledAt: disabled ? (was.disabledAt ?? scope.now) : null }
  const holders = (await usersOfAccount(scope, by.accountId)).map(toHolder)
  if (leavesNoOwner(holders, toHolder(now))) return refuse("LAST_OWNER", `${was.email} is the last owner.`)
  const { disabledAt } = now
  await changeUser(scope, personId, { ...fields, ...(wish.disabled !== undefined && { disabledAt }) })
  if (disabled && was.disabledAt === null) {
    await endSessions(scope, personId)
    await dropLinks(scope, personId)
  }
  await recordAuditOf(scope, by.accountId, {
    personId: by.personId,
    action: actionOf(was, now),
    subject: was.email,
    detail: { ...wish },
    vendorIds: vendorsOfBoth(was, now),
  })
  return toUser(now)
}

export async function newLink(
  scope: SystemWrite,
  ids: Ids,
  { by, personId }: { by: By; personId: string },
): Promise<OneTimeLink | Refusal<"NOT_FOUND" | "CONFLICT">> {
  const person = await findManaged(scope, by, personId)
  if (!person) return refuse("NOT_FOUND", "There is no such person.")
  if (person.disabledAt !== null) return refuse("CONFLICT", `${person.email} is shut out: let them in first.`)
  const { email: subject, vendorIds } = person
  await recordAuditOf(scope, by.accountId, { personId: by.personId, action: "people.link", subject, vendorIds })
  return drawLink(scope, ids, person)
}

export function toUser(person: UserRow): User {
  const { personId, email, name, role, vendorIds, createdAt, lastSignInAt, disabledAt, passwordHash } = person
  const seen = vendorIds === null ? null : [...vendorIds]
  return {
    personId,
    email,
    name,
    role,
    vendorIds: seen,
    createdAt,
    lastSignInAt,
    disabledAt,
    invited: passwordHash === "",
  }
}

async function drawLink(scope: SystemWrite, ids: Ids, person: UserRow): Promise<OneTimeLink> {
  const token = ids.token()
  const expiresAt = plusSeconds(scope.now, LINK_SECONDS)
  await putLink(scope, person, { token, expiresAt })
  return { path: LINK_PATH + token, expiresAt }
}

/** A user who sees more than the caller does not exist for the caller, who could otherwise take over that account. */
async function findManaged(scope: SystemWrite, { accountId, limitedTo }: By, personId: string) {
  const person = await findOfAccount(scope, accountId, personId)
  return person && isWithinLimits(limitedTo, person.vendorIds) ? person : null
}

/** Users can grant only what they see: not the whole account, and no vendor that they do not see. */
async function refuseVendors(scope: SystemWrite, { accountId, limitedTo }: By, wished: readonly string[] | null) {
  if (wished === null) return limitedTo === null ? null : ofWholeAccount()
  const known = (await vendorsSeen(scope, { accountId, vendorIds: limitedTo })).map(({ id }) => id)
  const unknown = wished.find((id) => !known.includes(id))
  return unknown === undefined ? null : noVendor(unknown)
}

/** The vendors that the user saw before or sees now, for the audit entry. */
function vendorsOfBoth(was: UserRow, now: UserRow): readonly string[] | null {
  if (was.vendorIds === null || now.vendorIds === null) return null
  return [...new Set([...was.vendorIds, ...now.vendorIds])]
}

function toHolder({ personId, role, vendorIds, disabledAt }: UserRow) {
  return { personId, role, vendorIds, disabled: disabledAt !== null }
}

function actionOf(was: UserRow, now: UserRow): UserAction {
  if (was.disabledAt === null && now.disabledAt !== null) return "people.disable"
  if (was.disabledAt !== null && now.disabledAt === null) return "people.enable"
  return "people.change"
}
