/** The dashboard's handlers for users, audit log and the choice of stores. */
import type { listUserAudit } from "../../protocol/http/admin/audit.ts"
import type { listStoreChoices } from "../../protocol/http/admin/store-choices.ts"
import type { changeUser, inviteUser, linkUser, listUsers } from "../../protocol/http/admin/users.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { readStoreChoices } from "../tenants/index.ts"
import { readAudit } from "./audit-store.ts"
import { lockUsers } from "./lock-users.ts"
import { change, invite, newLink, toUser } from "./manage-users.ts"
import type { SignInDeps } from "./sign-in.ts"
import { accountOf, vendorsRequested } from "./tenant-of.ts"
import { pageOfUsers } from "./users-store.ts"

const BAD_CURSOR = { path: "after", message: "is not the `next` of a page" }

export const listUsersHandler =
  ({ store }: Pick<SignInDeps, "store">): Handler<typeof listUsers> =>
  async ({ query, caller }) => {
    const [after = null] = query.after === undefined ? [] : (readCursor(query.after, 1) ?? [])
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const size = sizeOf(query)
    const asked = { limitedTo: caller.limitedTo, after, limit: size + 1 }
    const found = await store.read(accountOf(caller), (scope) => pageOfUsers(scope, asked))
    const page = cursorPage(found, size, ({ email }) => [email])
    return { status: 200, data: { items: page.items.map(toUser), next: page.next } }
  }

export const inviteUserHandler =
  ({ store, ids }: SignInDeps): Handler<typeof inviteUser> =>
  async ({ body, caller }) => {
    const wish = { ...body, vendorIds: body.vendorIds ?? null }
    const done = await lockUsers(store, (scope) => invite(scope, ids, { by: caller, wish }))
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const changeUserHandler =
  ({ store }: SignInDeps): Handler<typeof changeUser> =>
  async ({ params, body, caller }) => {
    const asked = { by: caller, personId: params.personId, wish: body }
    const done = await lockUsers(store, (scope) => change(scope, asked))
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const linkUserHandler =
  ({ store, ids }: SignInDeps): Handler<typeof linkUser> =>
  async ({ params, caller }) => {
    const asked = { by: caller, personId: params.personId }
    const done = await lockUsers(store, (scope) => newLink(scope, ids, asked))
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const listUserAuditHandler =
  ({ store }: Pick<SignInDeps, "store">): Handler<typeof listUserAudit> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const { personId, action } = query
    const asked = { limitedTo: caller.limitedTo, personId, action, after, size: sizeOf(query) }
    return { status: 200, data: await store.read(accountOf(caller), (scope) => readAudit(scope, asked)) }
  }

export const listStoreChoicesHandler =
  ({ store }: Pick<SignInDeps, "store">): Handler<typeof listStoreChoices> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const asked = { vendorIds, search: query.search?.trim() ?? "", after, size: sizeOf(query) }
    return { status: 200, data: await store.read(accountOf(caller), (scope) => readStoreChoices(scope, asked)) }
  }
