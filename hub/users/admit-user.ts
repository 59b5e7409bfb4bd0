/** Admits a user to an endpoint of the dashboard: checks session, origin and role. */
import type { IncomingMessage } from "node:http"
import type { Endpoint, UserCaller, VendorCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { mustStoreUse } from "../../protocol/rules/users/session-lifetime.ts"
import { isAmong } from "../../protocol/rules/users/user-roles.ts"
import type { Admit } from "../../runtime/http/admit-caller.ts"
import { callerAddress } from "../../runtime/http/caller-address.ts"
import { isFromOwnPage } from "../../runtime/http/own-page.ts"
import { headerOf } from "../../runtime/http/read-request.ts"
import type { HubStore } from "../storage/index.ts"
import { vendorsSeen } from "../tenants/index.ts"
import { tokenIn } from "./session-cookie.ts"
import { findSession, type Session, touchSession } from "./sessions-store.ts"

/** A page of another site cannot send this header without a preflight, which is refused. */
export const CSRF_HEADER = "x-brasa-csrf"
/** Prefix of `keyId` for callers that are not signed in. The address follows. */
const ADDRESS = "address:"

export interface AdmitDeps {
  readonly store: HubStore
  /** A TLS proxy is in front and sends the client's address. */
  readonly behindProxy: boolean
}

export function createAdmitUser(deps: AdmitDeps): Admit {
  return async (value, request) => {
    if (value.family !== "admin") return forgedBy(value, request) ?? anyone(deps, request)
    const token = tokenIn(headerOf(request, "cookie"), deps.behindProxy)
    const session = token === null ? null : await deps.store.system.read((scope) => findSession(scope, token))
    if (!session) return refuse("UNAUTHORIZED", "Sign in: there is no session, or it is over.")
    const { role, personId } = session.person
    const forged = forgedBy(value, request)
    if (forged) return { ...forged, keyId: actorOf(personId) }
    if (!isAmong(role, value.who ?? "owners"))
      return { ...refuse("FORBIDDEN", `Your role, ${role}, may not do this.`), keyId: actorOf(personId) }
    return callerOf(deps, session)
  }
}

/** The address of the caller of a sign-in endpoint. */
export function addressOf({ keyId }: VendorCaller): string {
  return keyId.slice(ADDRESS.length)
}

/** Requests that change something must come from the dashboard's own pages. */
function forgedBy({ method }: Endpoint, request: IncomingMessage): Refusal<"FORBIDDEN"> | null {
  if (method === "GET") return null
  const isOwn = headerOf(request, CSRF_HEADER) !== undefined && isFromOwnPage(request)
  return isOwn ? null : refuse("FORBIDDEN", `This must come from the dashboard itself, with the header ${CSRF_HEADER}.`)
}

function anyone({ behindProxy }: AdmitDeps, request: IncomingMessage): VendorCaller {
  const keyId = `${ADDRESS}${callerAddress(request, behindProxy)}`
  return { actor: "anyone", keyId, accountId: "", vendorId: "", scopes: [] }
}

function actorOf(personId: string): string {
  return `person:${personId}`
}

async function callerOf({ store }: AdmitDeps, session: Session): Promise<UserCaller> {
  const { person, tokenHash } = session
  const seen = await store.system.read(async (scope) => ({ now: scope.now, all: await vendorsSeen(scope, person) }))
  if (mustStoreUse(session, seen.now)) await store.system.write((scope) => touchSession(scope, session))
  const id = actorOf(person.personId)
  return {
    actor: id,
    keyId: id,
    accountId: person.accountId,
    vendorId: "",
    scopes: [],
    personId: person.personId,
    email: person.email,
    role: person.role,
    vendorIds: seen.all.map((vendor) => vendor.id),
    limitedTo: person.vendorIds,
    sessionHash: tokenHash,
  }
}
