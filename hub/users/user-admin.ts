/** What an operator at the command line may do with people. */
import type { OneTimeLink, User } from "../../protocol/http/admin/users.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { HubStore } from "../storage/index.ts"
import { checkAccount } from "../tenants/index.ts"
import { lockUsers } from "./lock-users.ts"
import { change, type Invitation, invite, newLink, toUser } from "./manage-users.ts"
import { findByEmail, usersOfAccount } from "./users-store.ts"

export interface UserAdmin {
  create(accountId: string, wish: Invitation): Promise<{ person: User; link: OneTimeLink } | Refusal>
  list(accountId: string | null): Promise<(User & { accountId: string })[]>
  setDisabled(email: string, disabled: boolean): Promise<User | Refusal>
  /** A new link: what a person who has lost the password needs. */
  reset(email: string): Promise<OneTimeLink | Refusal>
}

export function createUserAdmin({ store, ids }: { store: HubStore; ids: Ids }): UserAdmin {
  const unknown = (email: string) => refuse("NOT_FOUND", `There is nobody with the address ${email}.`)
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
    setDisabled: (email, disabled) =>
      lockUsers(store, async (scope) => {
        const person = await findByEmail(scope, email)
        if (!person) return unknown(email)
        const by = { accountId: person.accountId, personId: null, limitedTo: null }
        return change(scope, { by, personId: person.personId, wish: { disabled } })
      }),
    reset: (email) =>
      lockUsers(store, async (scope) => {
        const person = await findByEmail(scope, email)
        if (!person) return unknown(email)
        const by = { accountId: person.accountId, personId: null, limitedTo: null }
        return newLink(scope, ids, { by, personId: person.personId })
      }),
  }
}
