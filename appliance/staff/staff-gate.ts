/** Who stands in front of the screen, and whether they may do what is asked: looked at before the handler is. */
import type { CallerStaff } from "../../protocol/http/endpoint.ts"
import { refuse } from "../../protocol/refusals.ts"
import { judgeRole, LEAST_ROLE, type StaffAct, type StaffRole } from "../../protocol/rules/staff-roles.ts"
import { isUnnoted, tokenHolds } from "../../protocol/rules/staff-token.ts"
import type { Guard } from "../../protocol/runtime/http/answer-endpoint.ts"
import type { HttpRequest } from "../../protocol/runtime/http/read-request.ts"
import { hashSecret } from "../../protocol/runtime/secrets.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { hasStaff } from "./staff-store.ts"
import { findToken, noteUse } from "./tokens-store.ts"

export const STAFF_TOKEN = "x-staff-token"
export const AUTHORISER_TOKEN = "x-authoriser-token"

/**
 * What a screen is asked a role for at endpoints of the shared contract, by their names: their callers by API key are machines, which
 * have no role. Null: nothing is asked.
 */
export type SharedActs = Readonly<Record<string, (tx: BoxTx, asked: HttpRequest) => StaffAct | null>>

export interface GateParts {
  readonly store: BoxStore
  readonly acts: SharedActs
}

export function createStaffGate({ store, acts }: GateParts): Guard {
  return (value, asked, { header }) => {
    const { caller } = asked
    if (!caller.device) return asked
    const staffToken = header(STAFF_TOKEN)
    const authoriserToken = header(AUTHORISER_TOKEN)
    const act = acts[value.name]
    if (!staffToken && !authoriserToken && !value.role && !act) return asked
    const moves = value.method !== "GET"
    const look = store.read((tx) => {
      const least = leastOf(value.role ?? null, act?.(tx, asked) ?? null)
      const staff = staffToken ? whoHas(tx, staffToken, caller.keyId) : null
      const authoriser = authoriserToken ? whoHas(tx, authoriserToken, caller.keyId) : null
      return { least, staff, authoriser, hasStaff: hasStaff(tx) }
    })
    const { least, staff, authoriser } = look
    const verdict = least ? judgeRole(least, look).verdict : "allowed"
    if (verdict === "sign-in")
      return refuse("STAFF_SIGN_IN_REQUIRED", "Sign in with a PIN first.", { data: { role: least } })
    if (verdict === "too-low") return refuse("STAFF_ROLE_TOO_LOW", `This needs a ${least}.`, { data: { role: least } })
    if (moves && staff?.stale) store.write((tx) => noteUse(tx, staff.tokenHash))
    return { ...asked, caller: { ...caller, ...(staff && { staff }), ...(authoriser && { authoriser }) } }
  }
}

interface Person extends CallerStaff {
  readonly tokenHash: string
  readonly stale: boolean
}

function whoHas(tx: BoxTx, token: string, deviceId: string): Person | null {
  const tokenHash = hashSecret(token)
  const found = findToken(tx, tokenHash, deviceId)
  if (!found || !tokenHolds(found.token, tx.now)) return null
  const { expiresAt } = found.token
  return { ...found.staff, tokenHash, expiresAt, stale: isUnnoted(found.token, tx.now) }
}

function leastOf(role: StaffRole | null, act: StaffAct | null): StaffRole | null {
  return act ? LEAST_ROLE[act] : role
}
