/** What users may do with their own account: read it, change the password, sign out, sign out everywhere. */
import type { UserAction } from "../../protocol/http/admin/audit.ts"
import type { changePassword, readMe, signOut, signOutEverywhere } from "../../protocol/http/admin/session.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import { forgetTries, hashPassword } from "../tenants/index.ts"
import { recordAuditOf } from "./audit-store.ts"
import { meOf } from "./current-user.ts"
import { lockUsers } from "./lock-users.ts"
import { noCookie } from "./session-cookie.ts"
import { endSession, endSessions, sessionTimes } from "./sessions-store.ts"
import { enter, isRight, type SignInDeps, stillAs, triesOf, tryAny } from "./sign-in.ts"
import { changeUser, findUser, type UserRow } from "./users-store.ts"

const REFUSED = "This is not the password."

export const readMeHandler =
  ({ store }: Pick<SignInDeps, "store">): Handler<typeof readMe> =>
  ({ caller }) =>
    store.system.read(async (scope) => {
      const times = await sessionTimes(scope, caller.sessionHash)
      return { status: 200, data: await meOf(scope, await self(scope, caller), times?.createdAt ?? scope.now) }
    })

export const signOutHandler =
  ({ store, behindProxy }: SignInDeps): Handler<typeof signOut> =>
  async ({ caller }) => {
    await store.system.write(async (scope) => {
      await endSession(scope, caller.sessionHash)
      await tell(scope, caller, "session.sign-out")
    })
    return { status: 204, data: null, headers: { "Set-Cookie": noCookie(behindProxy) } }
  }

export const signOutEverywhereHandler =
  ({ store, behindProxy }: SignInDeps): Handler<typeof signOutEverywhere> =>
  async ({ caller }) => {
    await store.system.write(async (scope) => {
      await endSessions(scope, caller.personId)
      await tell(scope, caller, "session.sign-out-everywhere")
    })
    return { status: 204, data: null, headers: { "Set-Cookie": noCookie(behindProxy) } }
  }

/** Wrong passwords are counted here too: whoever uses an unattended screen does not know the password. */
export const changePasswordHandler =
  (deps: SignInDeps): Handler<typeof changePassword> =>
  async ({ body, caller }) => {
    const { store } = deps
    const person = await store.system.read((scope) => self(scope, caller))
    const tried = await tryAny(store, [person])
    if (isRefusal(tried)) return tried
    if (!(await isRight(body.current, person))) return refuse("SIGN_IN_REFUSED", REFUSED)
    const passwordHash = await hashPassword(body.next)
    return lockUsers(store, async (scope) => {
      const now = await stillAs(scope, person)
      if (!now) return refuse("SIGN_IN_REFUSED", REFUSED)
      const changed = { ...now, passwordHash }
      await changeUser(scope, caller.personId, { passwordHash })
      await endSessions(scope, caller.personId)
      await forgetTries(scope, triesOf(person))
      return enter(scope, deps, { person: changed, action: "session.change-password" })
    })
  }

async function self(scope: SystemRead | SystemWrite, { personId }: UserCaller): Promise<UserRow> {
  const person = await findUser(scope, personId)
  if (!person) throw new Error("a session outlived its person")
  return person
}

function tell(scope: SystemWrite, caller: UserCaller, action: UserAction): Promise<void> {
  const { accountId, personId, email, limitedTo } = caller
  return recordAuditOf(scope, accountId, { personId, action, subject: email, vendorIds: limitedTo })
}
