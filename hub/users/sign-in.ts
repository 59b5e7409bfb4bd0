/** Signs users in with a password or a one-time link, and opens a session. */
import type { UserAction } from "../../protocol/http/admin/audit.ts"
import type { openByLink, signIn } from "../../protocol/http/admin/session.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
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
import { changeUser, findUser, noteSignIn, type UserRow, usersByEmail } from "./users-store.ts"

export interface SignInDeps {
  readonly store: HubStore
  readonly ids: Ids
  /** A TLS proxy is in front. */
  readonly behindProxy: boolean
}

const SECOND_MS = 1_000
/** A user that does not exist, so that the check takes equally long. */
const NOBODY: Omit<UserRow, "email"> = {
  personId: "",
  accountId: "",
  name: "",
  role: "read-only",
  vendorIds: null,
  passwordHash: "",
  createdAt: null,
  lastSignInAt: null,
  disabledAt: null,
}
const REFUSED = "There is no such person, or the password is another."

export const signInHandler =
  (deps: SignInDeps): Handler<typeof signIn> =>
  async ({ body, caller }) => {
    const { store } = deps
    const address: TriesKey = { by: "address", text: addressOf(caller) }
    const known = await store.system.read((scope) => usersByEmail(scope, body.email))
    const asked = known.length > 0 ? known : [{ ...NOBODY, email: body.email }]
    const tried = await tryAny(store, asked, address)
    if (isRefusal(tried)) return tried
    // In parallel, so that the time does not show how many accounts have the address.
    const right = await Promise.all(tried.map((user) => isRight(body.password, user)))
    const person = tried.find((_user, index) => right[index])
    if (!person) return refuse("SIGN_IN_REFUSED", REFUSED)
    return lockUsers(store, async (scope) => {
      if (!(await stillAs(scope, person))) return refuse("SIGN_IN_REFUSED", REFUSED)
      await forgetTries(scope, triesOf(person))
      for (const other of tried) if (other !== person) await giveBack(scope, triesOf(other))
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
      await forgetTries(scope, triesOf(person))
      return enter(scope, deps, { person, action: "session.use-link" })
    })
  }

/** Counted per user. A user with the same address in another account neither clears nor reveals the failures. */
export function triesOf({ email, accountId }: Pick<UserRow, "email" | "accountId">): TriesKey {
  return { by: "email", text: `${email.trim()} ${accountId}` }
}

/** Which of the users with this address may try a password. The attempt counts for each of them, and once for the caller's address. */
export function tryAny(
  store: HubStore,
  users: readonly UserRow[],
  address?: TriesKey,
): Promise<UserRow[] | Refusal<"SIGN_IN_LOCKED">> {
  return store.system.write(async (scope) => {
    await pruneTries(scope)
    const open: UserRow[] = []
    const waits: string[] = []
    for (const user of users) {
      const place = address && open.length === 0 ? [address] : []
      const until = await countTry(scope, [...place, triesOf(user)])
      if (until === null) open.push(user)
      else waits.push(until)
    }
    const [first] = waits.sort()
    if (open.length > 0 || first === undefined) return open
    const retryAfterSeconds = Math.ceil((toMs(first) - toMs(scope.now)) / SECOND_MS)
    return refuse("SIGN_IN_LOCKED", "Too many failed sign-ins.", { data: { retryAfterSeconds } })
  })
}

/** Takes as long for an unknown or disabled user, and for one without a password. */
export async function isRight(password: string, person: UserRow): Promise<boolean> {
  const known = person.disabledAt === null && person.passwordHash !== ""
  const matches = await matchesPassword(password, known ? person.passwordHash : NOBODYS_HASH)
  return known && matches
}

/** Returns the user, or null if the password changed or the user was disabled while the password was checked. */
export async function stillAs(scope: SystemWrite, { personId, passwordHash }: UserRow): Promise<UserRow | null> {
  const now = await findUser(scope, personId)
  if (!now || now.disabledAt !== null) return null
  return isSameSecret(now.passwordHash, passwordHash) ? now : null
}

interface Entering {
  readonly person: UserRow
  readonly action: UserAction
}

/** Every sign-in opens a new session. The cookie that the browser had gains nothing. */
export async function enter(scope: SystemWrite, { ids, behindProxy }: SignInDeps, { person, action }: Entering) {
  const token = ids.token()
  await openSession(scope, person, token)
  await noteSignIn(scope, person.personId)
  const { accountId, personId, email, vendorIds } = person
  await recordAuditOf(scope, accountId, { personId, action, subject: email, vendorIds })
  const data = await meOf(scope, person, scope.now)
  return { status: 200 as const, data, headers: { "Set-Cookie": sessionCookie(token, behindProxy) } }
}
