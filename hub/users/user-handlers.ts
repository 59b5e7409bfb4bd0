/** People, trail and stores to choose from, as the dashboard asks for them. */
import type { listPeopleAudit } from "../../protocol/http/admin/audit.ts"
import type { listPlaces } from "../../protocol/http/admin/store-choices.ts"
import type { changePerson, invitePerson, linkPerson, listPeople } from "../../protocol/http/admin/users.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { readAudit } from "./audit-store.ts"
import { writeAlone } from "./lock-users.ts"
import { change, invite, newLink, toPerson } from "./manage-users.ts"
import type { DoorParts } from "./sign-in.ts"
import { readPlaces } from "./store-choices-store.ts"
import { accountOf, vendorsAsked } from "./tenant-of.ts"
import { pageOfPeople } from "./users-store.ts"

const BAD_CURSOR = { path: "after", message: "is not the `next` of a page" }

export const listPeopleHandler =
  ({ store }: Pick<DoorParts, "store">): Handler<typeof listPeople> =>
  async ({ query, caller }) => {
    const [after = null] = query.after === undefined ? [] : (readCursor(query.after, 1) ?? [])
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const size = sizeOf(query)
    const asked = { limitedTo: caller.limitedTo, after, limit: size + 1 }
    const found = await store.read(accountOf(caller), (scope) => pageOfPeople(scope, asked))
    const page = cursorPage(found, size, ({ email }) => [email])
    return { status: 200, data: { items: page.items.map(toPerson), next: page.next } }
  }

export const invitePersonHandler =
  ({ store, ids }: DoorParts): Handler<typeof invitePerson> =>
  async ({ body, caller }) => {
    const wish = { ...body, vendorIds: body.vendorIds ?? null }
    const done = await writeAlone(store, (scope) => invite(scope, ids, { by: caller, wish }))
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const changePersonHandler =
  ({ store }: DoorParts): Handler<typeof changePerson> =>
  async ({ params, body, caller }) => {
    const asked = { by: caller, personId: params.personId, wish: body }
    const done = await writeAlone(store, (scope) => change(scope, asked))
    return isRefusal(done) ? done : { status: 200, data: done }
  }

export const linkPersonHandler =
  ({ store, ids }: DoorParts): Handler<typeof linkPerson> =>
  async ({ params, caller }) => {
    const asked = { by: caller, personId: params.personId }
    const done = await writeAlone(store, (scope) => newLink(scope, ids, asked))
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const listPeopleAuditHandler =
  ({ store }: Pick<DoorParts, "store">): Handler<typeof listPeopleAudit> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const { personId, action } = query
    const asked = { limitedTo: caller.limitedTo, personId, action, after, size: sizeOf(query) }
    return { status: 200, data: await store.read(accountOf(caller), (scope) => readAudit(scope, asked)) }
  }

export const listPlacesHandler =
  ({ store }: Pick<DoorParts, "store">): Handler<typeof listPlaces> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) return invalid(BAD_CURSOR)
    const vendorIds = vendorsAsked(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const asked = { vendorIds, search: query.search?.trim() ?? "", after, size: sizeOf(query) }
    return { status: 200, data: await store.read(accountOf(caller), (scope) => readPlaces(scope, asked)) }
  }
