/** Sessions and one-time links, stored for all hub processes. Their tokens are stored as hashes. */
import {
  IDLE_SECONDS,
  isSessionAlive,
  mustStoreUse,
  type SessionTimes,
} from "../../protocol/rules/users/session-lifetime.ts"
import { plusSeconds } from "../../protocol/time.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import { findUser, type UserRow } from "./users-store.ts"

const STAMP_CHARS = 16

export interface Session extends SessionTimes {
  readonly tokenHash: string
  readonly person: UserRow
}

/** A fingerprint of the password: a session ends when the password that opened it changes. */
function stampOf({ passwordHash }: Pick<UserRow, "passwordHash">): string {
  return hashSecret(passwordHash).slice(0, STAMP_CHARS)
}

export async function openSession({ db, now }: SystemWrite, person: UserRow, token: string): Promise<void> {
  const row = {
    token_hash: hashSecret(token),
    person_id: person.personId,
    account_id: person.accountId,
    password_stamp: stampOf(person),
    created_at: now,
    used_at: now,
  }
  await db.insertInto("person_session").values(row).execute()
  await db.deleteFrom("person_session").where("used_at", "<", plusSeconds(now, -IDLE_SECONDS)).execute()
}

/** Null when the session has ended: by time, a new password, or with its user. */
export async function findSession(scope: SystemRead, token: string): Promise<Session | null> {
  const tokenHash = hashSecret(token)
  const query = scope.db.selectFrom("person_session").selectAll()
  const row = await query.where("token_hash", "=", tokenHash).executeTakeFirst()
  if (!row) return null
  const times = { createdAt: row.created_at, usedAt: row.used_at }
  const person = await findUser(scope, row.person_id)
  if (!person || person.disabledAt !== null || stampOf(person) !== row.password_stamp) return null
  return isSessionAlive(times, scope.now) ? { tokenHash, person, ...times } : null
}

export async function touchSession({ db, now }: SystemWrite, session: Session): Promise<void> {
  if (!mustStoreUse(session, now)) return
  await db.updateTable("person_session").set({ used_at: now }).where("token_hash", "=", session.tokenHash).execute()
}

export async function sessionTimes({ db }: SystemRead | SystemWrite, tokenHash: string): Promise<SessionTimes | null> {
  const query = (db as SystemRead["db"]).selectFrom("person_session").select(["created_at", "used_at"])
  const row = await query.where("token_hash", "=", tokenHash).executeTakeFirst()
  return row ? { createdAt: row.created_at, usedAt: row.used_at } : null
}

export async function countSessions(scope: SystemRead | SystemWrite, person: UserRow): Promise<number> {
  const query = (scope.db as SystemRead["db"]).selectFrom("person_session").select(["created_at", "used_at"])
  const rows = await query
    .where("person_id", "=", person.personId)
    .where("password_stamp", "=", stampOf(person))
    .execute()
  return rows.filter((row) => isSessionAlive({ createdAt: row.created_at, usedAt: row.used_at }, scope.now)).length
}

export async function endSession({ db }: SystemWrite, tokenHash: string): Promise<void> {
  await db.deleteFrom("person_session").where("token_hash", "=", tokenHash).execute()
}

export async function endSessions({ db }: SystemWrite, personId: string): Promise<void> {
  await db.deleteFrom("person_session").where("person_id", "=", personId).execute()
}

/** Saves a link, which replaces the user's earlier one. */
export async function putLink(
  { db }: SystemWrite,
  person: UserRow,
  { token, expiresAt }: { token: string; expiresAt: string },
): Promise<void> {
  await db.deleteFrom("person_link").where("person_id", "=", person.personId).execute()
  const row = {
    token_hash: hashSecret(token),
    person_id: person.personId,
    account_id: person.accountId,
    expires_at: expiresAt,
  }
  await db.insertInto("person_link").values(row).execute()
}

/** Uses up a link and returns its user. Of two uses at once, one succeeds. */
export async function spendLink(scope: SystemWrite, token: string): Promise<UserRow | null> {
  const { db, now } = scope
  const tokenHash = hashSecret(token)
  const query = db.selectFrom("person_link").selectAll().where("token_hash", "=", tokenHash)
  const row = await query.executeTakeFirst()
  if (!row || row.expires_at <= now) return null
  const spent = await db.deleteFrom("person_link").where("token_hash", "=", tokenHash).executeTakeFirst()
  if (spent.numDeletedRows !== 1n) return null
  const person = await findUser(scope, row.person_id)
  return person && person.disabledAt === null ? person : null
}

export async function dropLinks({ db }: SystemWrite, personId: string): Promise<void> {
  await db.deleteFrom("person_link").where("person_id", "=", personId).execute()
}
