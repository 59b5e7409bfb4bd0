/** The signed-in user, as the dashboard shows it. */
import type { Me } from "../../protocol/http/admin/session.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import { findAccount, vendorsSeen } from "../tenants/index.ts"
import { countSessions } from "./sessions-store.ts"
import type { UserRow } from "./users-store.ts"

export async function meOf(scope: SystemRead | SystemWrite, person: UserRow, signedInAt: string): Promise<Me> {
  const account = await findAccount(scope, person.accountId)
  if (!account) throw new Error(`no account ${person.accountId}`)
  return {
    personId: person.personId,
    email: person.email,
    name: person.name,
    role: person.role,
    account,
    vendors: await vendorsSeen(scope, person),
    wholeAccount: person.vendorIds === null,
    sessions: await countSessions(scope, person),
    signedInAt,
  }
}
