/** Signs a person in at a screen by the PIN, and out again; a try counts as wrong before it is known to be right. */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { readSignedIn, signIn, signOut } from "../../protocol/http/staff.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { afterTry, lockedUntil } from "../../protocol/rules/users/pin-attempts.ts"
import { termsOf } from "../../protocol/rules/users/staff-token.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, BoxStore, BoxTx } from "../storage/index.ts"
import type { HashPin } from "./hash-pin.ts"
import { forgetTries, readTries, saveTries, WHOLE_STORE } from "./pin-attempts-store.ts"
import { findByPin, hasStaff, noteSignIn } from "./staff-store.ts"
import { endToken, insertToken } from "./staff-tokens-store.ts"

export interface SignInDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly hashPin: HashPin
  readonly record: RecordAudit
  /** Whether there is such a screen. */
  readonly isPaired: (tx: BoxTx, deviceId: string) => boolean
}

/** As its next request is answered: the family of the endpoint lists this refusal, not the endpoint. */
const PUT_OUT = refuse("UNAUTHORIZED", "This screen was put out; pair it again.") as Refusal<never>

/** Not in one transaction: a refused try must stay counted, and hashing takes its time. */
export function signInHandler({ store, ids, hashPin, record, isPaired }: SignInDeps): Handler<typeof signIn> {
  return async ({ body, caller }) => {
    const until = await store.writeTogether((tx) => countTry(tx, caller.keyId))
    if (until !== null) {
      return refuse("PIN_LOCKED", `Too many wrong PINs; the next one can be tried at ${until}.`, { data: { until } })
    }
    const pinHash = await hashPin(body.pin)
    const entered = await store.writeTogether((tx) =>
      // A screen that was put out meanwhile has signed everybody out.
      isPaired(tx, caller.keyId) ? enter(tx, { pinHash, caller, purpose: body.purpose ?? "work" }) : PUT_OUT,
    )
    if (isRefusal(entered)) return entered
    if (entered) return { status: 200, data: entered }
    return refuse("PIN_WRONG", "Nobody in this store has this PIN.")
  }

  function enter(tx: BoxTx, asked: { pinHash: string; caller: VendorCaller; purpose: "work" | "authorise" }) {
    const { caller, purpose } = asked
    const person = findByPin(tx, asked.pinHash)
    if (!person) {
      const wrong = readTries(tx, caller.keyId)?.wrong ?? 1
      record(tx, { action: "staff.pin-refused", caller, detail: { wrong } })
      return null
    }
    for (const place of [caller.keyId, WHOLE_STORE]) forgetTries(tx, place)
    const { id, name, role } = person
    const token = ids.secret("brasa_staff_")
    const terms = termsOf(role, purpose, tx.now)
    const tokenHash = hashSecret(token)
    insertToken(tx, { ...terms, tokenHash, staffId: id, deviceId: caller.keyId })
    noteSignIn(tx, id)
    const staff = { id, name, role }
    const signedIn = { ...staff, expiresAt: terms.expiresAt, tokenHash }
    record(tx, { action: "staff.sign-in", caller: { ...caller, staff: signedIn }, detail: { purpose } })
    return { staff, token, ...terms }
  }
}

export const signOutHandler =
  ({ record }: { record: RecordAudit }): BoxHandler<typeof signOut> =>
  (tx, { caller }) => {
    if (caller.staff?.tokenHash) {
      endToken(tx, caller.staff.tokenHash)
      record(tx, { action: "staff.sign-out", caller })
    }
    return { status: 204, data: null }
  }

export const readSignedInHandler: BoxHandler<typeof readSignedIn> = (tx, { caller }) => {
  const { staff } = caller
  const face = staff ? { id: staff.id, name: staff.name, role: staff.role } : null
  return { status: 200, data: { hasStaff: hasStaff(tx), staff: face, expiresAt: staff?.expiresAt ?? null } }
}

/** The wait that is in force; null: the try is counted and may be made. */
function countTry(tx: BoxTx, deviceId: string): string | null {
  const places = [
    { place: deviceId, kind: "screen" as const },
    { place: WHOLE_STORE, kind: "store" as const },
  ].map((row) => ({ ...row, tries: readTries(tx, row.place) }))
  const waits = places.flatMap(({ tries }) => lockedUntil(tries, tx.now) ?? [])
  if (waits.length > 0) return waits.sort().at(-1) ?? null
  for (const { place, kind, tries } of places) saveTries(tx, place, afterTry(tries, kind, tx.now))
  return null
}
