/** Finds the person signed in at a screen and checks their role, before the handler runs. */
import type { CallerStaff, VendorCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { checkRole, LEAST_ROLE, type StaffAct, type StaffRole } from "../../protocol/rules/users/staff-roles.ts"
import { isTokenValid, mustStoreUse } from "../../protocol/rules/users/staff-token.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import type { HttpRequest } from "../../runtime/http/read-request.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { hasStaff } from "./staff-store.ts"
import { findToken, saveLastUse } from "./staff-tokens-store.ts"

const STAFF_TOKEN = "x-staff-token"
const AUTHORISER_TOKEN = "x-authoriser-token"

/**
 * Acts that need a role when a screen calls an endpoint of the shared contract, by the endpoint's name. Callers by API key need none.
 * Null: no role is needed.
 */
export type SharedActs = Readonly<Record<string, (tx: BoxTx, request: HttpRequest) => StaffAct | null>>

interface GateDeps {
  readonly store: BoxStore
  readonly acts: SharedActs
}

export function createStaffGate({ store, acts }: GateDeps): Guard {
  return (value, request, { header }) => {
    const { caller } = request
    if (!caller.device) return request
    const staffToken = header(STAFF_TOKEN)
    const authoriserToken = header(AUTHORISER_TOKEN)
    const act = acts[value.name]
    if (!staffToken && !authoriserToken && !value.role && !act) return request
    const changesState = value.method !== "GET"
    const found = store.read((tx) => {
      const least = requiredRole(value.role ?? null, act?.(tx, request) ?? null)
      const staff = staffToken ? findSignedIn(tx, hashSecret(staffToken), caller.keyId) : null
      const authoriser = authoriserToken ? findSignedIn(tx, hashSecret(authoriserToken), caller.keyId) : null
      return { least, staff, authoriser, hasStaff: hasStaff(tx) }
    })
    const { least, staff, authoriser } = found
    const refused = least && refuseByRole(least, found)
    if (refused) return refused
    if (changesState && staff?.stale) store.write((tx) => saveLastUse(tx, staff.tokenHash))
    return { ...request, caller: { ...caller, ...(staff && { staff }), ...(authoriser && { authoriser }) } }
  }
}

/**
 * Checks the role again, for a handler that waited before its transaction: meanwhile the store may have got its first staff member, or the
 * caller may have been deactivated. Typed so that any handler may return it: the endpoint's role lists these refusals, not the endpoint.
 */
export function refuseByCurrentRole(
  tx: BoxTx,
  least: StaffRole,
  { device, keyId, ...asked }: VendorCaller,
): Refusal<never> | null {
  if (!device) return null
  const findStillSignedIn = (person: CallerStaff | undefined) =>
    person ? findSignedIn(tx, person.tokenHash, keyId) : null
  const now = {
    staff: findStillSignedIn(asked.staff),
    authoriser: findStillSignedIn(asked.authoriser),
    hasStaff: hasStaff(tx),
  }
  return refuseByRole(least, now) as Refusal<never> | null
}

type RoleRefusal = Refusal<"STAFF_SIGN_IN_REQUIRED" | "STAFF_ROLE_TOO_LOW">

function refuseByRole(least: StaffRole, look: Parameters<typeof checkRole<Person>>[1]): RoleRefusal | null {
  const { verdict } = checkRole(least, look)
  if (verdict === "sign-in")
    return refuse("STAFF_SIGN_IN_REQUIRED", "Sign in with a PIN first.", { data: { role: least } })
  if (verdict === "too-low") return refuse("STAFF_ROLE_TOO_LOW", `This needs a ${least}.`, { data: { role: least } })
  return null
}

interface Person extends CallerStaff {
  readonly tokenHash: string
  readonly stale: boolean
}

function findSignedIn(tx: BoxTx, tokenHash: string, deviceId: string): Person | null {
  const found = findToken(tx, tokenHash, deviceId)
  if (!found || !isTokenValid(found.token, tx.now)) return null
  const { expiresAt } = found.token
  return { ...found.staff, tokenHash, expiresAt, stale: mustStoreUse(found.token, tx.now) }
}

function requiredRole(role: StaffRole | null, act: StaffAct | null): StaffRole | null {
  return act ? LEAST_ROLE[act] : role
}
