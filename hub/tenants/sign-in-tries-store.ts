/** Failed sign-ins in the database, so that the waits hold for all hub processes together. */
import {
  afterSignInTry,
  FORGOTTEN_AFTER_SECONDS,
  type SignInTries,
  type TriesBy,
  waitUntil,
} from "../../protocol/rules/users/sign-in-attempts.ts"
import { plusSeconds } from "../../protocol/time.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { SystemWrite } from "../storage/index.ts"

export interface TriesKey {
  readonly by: TriesBy
  readonly text: string
}

const subjectOf = ({ by, text }: TriesKey) => `${by}:${hashSecret(text.trim().toLowerCase())}`

/** Counts an attempt for each key before it is checked. During a wait nothing is counted; then returns the end of the wait. */
export async function countTry(scope: SystemWrite, keys: readonly TriesKey[]): Promise<string | null> {
  const waits: string[] = []
  for (const key of keys) {
    const wait = waitUntil(await lockTries(scope, subjectOf(key)), scope.now)
    if (wait !== null) waits.push(wait)
  }
  if (waits.length > 0) return waits.sort().at(-1) ?? null
  for (const key of keys) {
    const subject = subjectOf(key)
    await putTries(scope, subject, afterSignInTry(await lockTries(scope, subject), key.by, scope.now))
  }
  return null
}

/** Undoes the count of a successful attempt. Earlier failures stay counted. */
export async function giveBack(scope: SystemWrite, key: TriesKey): Promise<void> {
  const subject = subjectOf(key)
  const tries = await lockTries(scope, subject)
  if (tries) await putTries(scope, subject, { ...tries, failed: Math.max(0, tries.failed - 1), lockedUntil: null })
}

/** Clears the failures after a success. */
export async function forgetTries({ db }: SystemWrite, key: TriesKey): Promise<void> {
  await db.deleteFrom("sign_in_tries").where("subject", "=", subjectOf(key)).execute()
}

export async function pruneTries({ db, now }: SystemWrite): Promise<void> {
  await db.deleteFrom("sign_in_tries").where("last_at", "<", plusSeconds(now, -FORGOTTEN_AFTER_SECONDS)).execute()
}

/** Inserts the row first, so that two processes at once wait for each other. */
async function lockTries({ db, now }: SystemWrite, subject: string): Promise<SignInTries | null> {
  const none = { subject, failed: 0, last_at: now, locked_until: null }
  await db
    .insertInto("sign_in_tries")
    .values(none)
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ subject }))
    .execute()
  const row = await db.selectFrom("sign_in_tries").selectAll().where("subject", "=", subject).executeTakeFirst()
  if (!row || Number(row.failed) === 0) return null
  return { failed: Number(row.failed), lastAt: row.last_at, lockedUntil: row.locked_until }
}

async function putTries({ db }: SystemWrite, subject: string, tries: SignInTries): Promise<void> {
  const row = { failed: tries.failed, last_at: tries.lastAt, locked_until: tries.lockedUntil }
  await db.updateTable("sign_in_tries").set(row).where("subject", "=", subject).execute()
}
