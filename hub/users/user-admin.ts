/** The command line's actions on users. */
import type { OneTimeLink, User } from "../../protocol/http/admin/users.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { checkAccount } from "../tenants/index.ts"
import { lockUsers } from "./lock-users.ts"
import { change, type Invitation, invite, newLink, toUser } from "./manage-users.ts"
import { type UserRow, usersByEmail, usersOfAccount } from "./users-store.ts"

/** Several accounts may have a user with this address. `accountId` null: the only account that has one. */
export interface NamedUser {
  readonly email: string
  readonly accountId: string | null
}

export interface UserAdmin {
  create(accountId: string, wish: Invitation): Promise<{ person: User; link: OneTimeLink } | Refusal>
  list(accountId: string | null): Promise<(User & { accountId: string })[]>
  setDisabled(who: NamedUser, disabled: boolean): Promise<User | Refusal>
  /** Creates a link, for a user who lost the password. */
  reset(who: NamedUser): Promise<OneTimeLink | Refusal>
}

export function createUserAdmin({ store, ids }: { store: HubStore; ids: Ids }): UserAdmin {
  return {
    create: (accountId, wish) =>
      lockUsers(store, async (scope) => {
        const fault = await checkAccount(scope, accountId)
        if (fault) return fault
        return invite(scope, ids, { by: { accountId, personId: null, limitedTo: null }, wish })
      }),
    list: (accountId) =>
      store.system.read(async (scope) => {
        const people = await usersOfAccount(scope, accountId)
        return people.map((person) => ({ ...toUser(person), accountId: person.accountId }))
      }),
    setDisabled: (who, disabled) =>
      lockUsers(store, async (scope) => {
        const person = await findNamed(scope, who)
        if (isRefusal(person)) return person
        const by = { accountId: person.accountId, personId: null, limitedTo: null }
        return change(scope, { by, personId: person.personId, wish: { disabled } })
      }),
    reset: (who) =>
      lockUsers(store, async (scope) => {
        const person = await findNamed(scope, who)
        if (isRefusal(person)) return person
        const by = { accountId: person.accountId, personId: null, limitedTo: null }
        return newLink(scope, ids, { by, personId: person.personId })
      }),
  }
}

async function findNamed(scope: SystemWrite, { email, accountId }: NamedUser): Promise<UserRow | Refusal> {
  const found = await usersByEmail(scope, email)
  const [person, other] = accountId === null ? found : found.filter((one) => one.accountId === accountId)
  if (!person) return refuse("NOT_FOUND", `There is nobody with the address ${email}.`)
  if (other) return refuse("CONFLICT", `Several accounts have ${email}: say which with --account.`)
  return person
}
