/** Users in the database: who may sign in, for which account, and which vendors they see. */
import type { Insertable, Selectable } from "kysely"
import type { UserRole } from "../../protocol/rules/users/user-roles.ts"
import type { HubTables, SystemRead, SystemWrite, TenantRead } from "../storage/index.ts"

/** A stored user. The password's hash is used for signing in only. */
export interface UserRow {
  readonly personId: string
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly role: UserRole
  /** Null: all vendors of the account. */
  readonly vendorIds: readonly string[] | null
  readonly passwordHash: string
  readonly createdAt: string | null
  readonly lastSignInAt: string | null
  readonly disabledAt: string | null
}

type Scope = SystemRead | SystemWrite

const people = ({ db }: Scope) => (db as SystemRead["db"]).selectFrom("person").selectAll()

/** At most one per account, oldest first. The case of addresses is ignored. */
export async function usersByEmail(scope: Scope, email: string): Promise<UserRow[]> {
  const query = people(scope).where("email", "=", email.trim().toLowerCase())
  const rows = await query.orderBy("created_at").orderBy("account_id").execute()
  return rows.map((row) => toUser(row)).filter((person) => person !== null)
}

export async function findUser(scope: Scope, personId: string): Promise<UserRow | null> {
  return toUser(await people(scope).where("person_id", "=", personId).executeTakeFirst())
}

export async function findOfAccount(scope: Scope, accountId: string, personId: string): Promise<UserRow | null> {
  const query = people(scope).where("person_id", "=", personId).where("account_id", "=", accountId)
  return toUser(await query.executeTakeFirst())
}

export async function usersOfAccount(scope: Scope, accountId: string | null): Promise<UserRow[]> {
  const all = people(scope)
  const rows = await (accountId === null ? all : all.where("account_id", "=", accountId)).orderBy("email").execute()
  return rows.map((row) => toUser(row)).filter((person) => person !== null)
}

interface UserQuery {
  /** The vendors that the reader may see. Null: the whole account. */
  readonly limitedTo: readonly string[] | null
  /** The last user on the page before. */
  readonly after: string | null
  readonly limit: number
}

/** By address. Only users whose vendors lie within `limitedTo`. */
export async function pageOfUsers(scope: TenantRead, { limitedTo, after, limit }: UserQuery): Promise<UserRow[]> {
  let query = scope.selectAcrossVendors("person").selectAll()
  if (limitedTo !== null) query = query.where(scope.dialect.within("vendor_ids", limitedTo))
  if (after !== null) query = query.where("email", ">", after)
  const rows = await query.orderBy("email").limit(limit).execute()
  return rows.map((row) => toUser(row)).filter((person) => person !== null)
}

export async function insertUser({ db }: SystemWrite, person: UserRow): Promise<void> {
  await db.insertInto("person").values(toRow(person)).execute()
}

/** The columns that a change may set. Others stay, even if changed at the same moment. */
type UserChange = Partial<Pick<UserRow, "name" | "role" | "vendorIds" | "disabledAt" | "passwordHash">>

export async function changeUser({ db }: SystemWrite, personId: string, change: UserChange): Promise<void> {
  const { name, role, vendorIds, disabledAt, passwordHash } = change
  const row = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(vendorIds !== undefined && { vendor_ids: listOf(vendorIds) }),
    ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  }
  if (Object.keys(row).length === 0) return
  await db.updateTable("person").set(row).where("person_id", "=", personId).execute()
}

export async function noteSignIn({ db, now }: SystemWrite, personId: string): Promise<void> {
  await db.updateTable("person").set({ last_sign_in_at: now }).where("person_id", "=", personId).execute()
}

function toUser(row: Selectable<HubTables["person"]> | undefined): UserRow | null {
  if (!row) return null
  return {
    personId: row.person_id,
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role as UserRole,
    vendorIds: row.vendor_ids === null ? null : JSON.parse(row.vendor_ids),
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    disabledAt: row.disabled_at,
  }
}

function toRow(person: UserRow): Insertable<HubTables["person"]> {
  return {
    person_id: person.personId,
    account_id: person.accountId,
    email: person.email,
    password_hash: person.passwordHash,
    role: person.role,
    name: person.name,
    vendor_ids: listOf(person.vendorIds),
    created_at: person.createdAt,
    last_sign_in_at: person.lastSignInAt,
    disabled_at: person.disabledAt,
  }
}

function listOf(vendorIds: readonly string[] | null): string | null {
  return vendorIds === null ? null : JSON.stringify(vendorIds)
}
