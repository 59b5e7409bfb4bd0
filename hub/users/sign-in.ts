/** The dashboard's door: password or one-time link in, session out. */
import type { UserAction } from "../../protocol/http/admin/audit.ts"
import type { openByLink, signIn } from "../../protocol/http/admin/session.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { toMs } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import { isSameSecret } from "../../runtime/secrets.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import {
  countTry,
  forgetTries,
  giveBack,
  hashPassword,
  matchesPassword,
  NOBODYS_HASH,
  pruneTries,
  type TriesKey,
} from "../tenants/index.ts"
import { addressOf } from "./admit-user.ts"
import { recordAuditOf } from "./audit-store.ts"
import { meOf } from "./current-user.ts"
import { lockUsers } from "./lock-users.ts"
import { sessionCookie } from "./session-cookie.ts"
import { endSessions, openSession, spendLink } from "./sessions-store.ts"
import { changeUser, findByEmail, findUser, noteSignIn, type UserRow } from "./users-store.ts"

export interface SignInDeps {
  readonly store: HubStore
  readonly ids: Ids
  /** A proxy stands in front that speaks TLS. */
  readonly behindProxy: boolean
}

const SECOND_MS = 1_000
const REFUSED = "There is no such person, or the password is another."

export const signInHandler =
  (deps: SignInDeps): Handler<typeof signIn> =>
  async ({ body, caller }) => {
    const { store } = deps
    const email: TriesKey = { by: "email", text: body.email }
    const address: TriesKey = { by: "address", text: addressOf(caller) }
    const locked = await mayAttempt(store, [email, address])
    if (locked) return locked
    const person = await store.system.read((scope) => findByEmail(scope, body.email))
    if (!(await isRight(body.password, person)) || !person) return refuse("SIGN_IN_REFUSED", REFUSED)
    return lockUsers(store, async (scope) => {
      if (!(await stillAs(scope, person))) return refuse("SIGN_IN_REFUSED", REFUSED)
      await forgetTries(scope, email)
      await giveBack(scope, address)
      return enter(scope, deps, { person, action: "session.sign-in" })
    })
  }

export const openByLinkHandler =
  (deps: SignInDeps): Handler<typeof openByLink> =>
  async ({ body }) => {
    const passwordHash = await hashPassword(body.password)
    return lockUsers(deps.store, async (scope) => {
      const owner = await spendLink(scope, body.token)
      if (!owner) return refuse("LINK_NOT_VALID", "This link was used, replaced, or is too old.")
      const person = { ...owner, passwordHash }
      await changeUser(scope, person.personId, { passwordHash })
      await endSessions(scope, person.personId)
      await forgetTries(scope, { by: "email", text: person.email })
      return enter(scope, deps, { person, action: "session.use-link" })
    })
  }

/** Null when a password may be tried; the try is counted. */
export async function mayAttempt(
  store: HubStore,
  keys: readonly TriesKey[],
): Promise<Refusal<"SIGN_IN_LOCKED"> | null> {
  const locked = await store.system.write(async (scope) => {
    await pruneTries(scope)
    const until = await countTry(scope, keys)
    return until === null ? null : { until, now: scope.now }
  })
  if (!locked) return null
  const retryAfterSeconds = Math.ceil((toMs(locked.until) - toMs(locked.now)) / SECOND_MS)
  return refuse("SIGN_IN_LOCKED", "Too many failed sign-ins.", { data: { retryAfterSeconds } })
}

/** Takes as long for nobody, for one who is shut out, and for one who has no password yet. */
export async function isRight(password: string, person: UserRow | null): Promise<boolean> {
  const known = person !== null && person.disabledAt === null && person.passwordHash !== ""
  const matches = await matchesPassword(password, known ? person.passwordHash : NOBODYS_HASH)
  return known && matches
}

/** The person, unless what was read before the password was checked has changed meanwhile: another password, or they were shut out. */
export async function stillAs(scope: SystemWrite, { personId, passwordHash }: UserRow): Promise<UserRow | null> {
  const now = await findUser(scope, personId)
  if (!now || now.disabledAt !== null) return null
  return isSameSecret(now.passwordHash, passwordHash) ? now : null
}

interface Entering {
  readonly person: UserRow
  readonly action: UserAction
}

/** A session of its own for every sign-in: whatever cookie the browser came with is worth nothing more than before. */
export async function enter(scope: SystemWrite, { ids, behindProxy }: SignInDeps, { person, action }: Entering) {
  const token = ids.token()
  await openSession(scope, person, token)
  await noteSignIn(scope, person.personId)
  const { accountId, personId, email, vendorIds } = person
  await recordAuditOf(scope, accountId, { personId, action, subject: email, vendorIds })
  const data = await meOf(scope, person, scope.now)
  return { status: 200 as const, data, headers: { "Set-Cookie": sessionCookie(token, behindProxy) } }
}
