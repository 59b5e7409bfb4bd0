/** Signs a person in at a screen by PIN, and out. An attempt counts as wrong before its PIN is checked. */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { readSignedIn, signIn, signOut } from "../../protocol/http/staff.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import {
  afterAttempt,
  afterWrongPin,
  hasTooManyWrongPins,
  lockedUntil,
  pinDigitsMin,
} from "../../protocol/rules/users/pin-attempts.ts"
import { tokenTerms } from "../../protocol/rules/users/staff-token.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, BoxStore, BoxTx } from "../storage/index.ts"
import type { HashPin } from "./hash-pin.ts"
import { attemptKey, forgetAttempts, readAttempts, saveAttempts, WHOLE_STORE } from "./pin-attempts-store.ts"
import { findByPin, findStaffMember, hasStaff, listStaffMembers, saveSignIn } from "./staff-store.ts"
import { endToken, insertToken } from "./staff-tokens-store.ts"

interface SignInDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly hashPin: HashPin
  readonly record: RecordAudit
  /** Whether the screen is still paired. */
  readonly isPaired: (tx: BoxTx, deviceId: string) => boolean
}

/** Typed so that the handler may return it: the endpoint's family lists this refusal, not the endpoint. */
const SCREEN_UNPAIRED = refuse("UNAUTHORIZED", "This screen was put out; pair it again.") as Refusal<never>

/** Two transactions: a refused attempt must stay counted, and hashing takes time. */
export function signInHandler({ store, ids, hashPin, record, isPaired }: SignInDeps): Handler<typeof signIn> {
  return async ({ body, caller }) => {
    const { staffId, pin, purpose = "work" } = body
    const until = await store.writeTogether((tx) => countAttempt(tx, staffId, caller.keyId))
    if (until !== null) {
      return refuse("PIN_LOCKED", `Too many wrong PINs; the next one can be tried at ${until}.`, { data: { until } })
    }
    const pinHash = await hashPin(pin, staffId)
    const entered = await store.writeTogether((tx) =>
      // Unpairing a screen signs everybody out, also while the PIN was hashed.
      isPaired(tx, caller.keyId) ? enter(tx, { staffId, pinHash, caller, purpose }) : SCREEN_UNPAIRED,
    )
    if (isRefusal(entered)) return entered
    if (!entered) return refuse("PIN_WRONG", "This is not the person's PIN.")
    return { status: 200, data: { ...entered, choosePin: pin.length < pinDigitsMin(entered.staff.role) } }
  }

  function enter(tx: BoxTx, asked: Attempt) {
    const { staffId, caller, purpose } = asked
    const person = findByPin(tx, staffId, asked.pinHash)
    if (!person) {
      noteWrongPin(tx, asked)
      return null
    }
    forgetAttempts(tx, attemptKey(staffId, caller.keyId))
    const { id, name, role } = person
    const token = ids.secret("brasa_staff_")
    const terms = tokenTerms(role, purpose, tx.now)
    const tokenHash = hashSecret(token)
    insertToken(tx, { ...terms, tokenHash, staffId: id, deviceId: caller.keyId })
    saveSignIn(tx, id)
    const staff = { id, name, role }
    const signedIn = { ...staff, expiresAt: terms.expiresAt, tokenHash }
    record(tx, { action: "staff.sign-in", caller: { ...caller, staff: signedIn }, detail: { purpose } })
    return { staff, token, ...terms }
  }

  function noteWrongPin(tx: BoxTx, { staffId, caller }: Attempt): void {
    const name = findStaffMember(tx, staffId)?.name ?? null
    const wrong = readAttempts(tx, attemptKey(staffId, caller.keyId))?.wrong ?? 1
    const today = afterWrongPin(readAttempts(tx, WHOLE_STORE), tx.now)
    saveAttempts(tx, WHOLE_STORE, today)
    record(tx, { action: "staff.pin-refused", caller, subject: name, detail: { wrong } })
  }
}

interface Attempt {
  readonly staffId: string
  readonly pinHash: string
  readonly caller: VendorCaller
  readonly purpose: "work" | "authorise"
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

/** Guests see these screens, so they show no names. */
const GUEST_SCREENS: readonly DeviceKind[] = ["kiosk", "board"]

export const readSignedInHandler: BoxHandler<typeof readSignedIn> = (tx, { caller }) => {
  const { staff, device } = caller
  const face = staff ? { id: staff.id, name: staff.name, role: staff.role } : null
  const isGuests = !device || GUEST_SCREENS.includes(device.kind)
  const people = isGuests ? [] : listStaffMembers(tx).filter(({ active }) => active)
  const byName = people.sort((a, b) => a.name.localeCompare(b.name))
  return {
    status: 200,
    data: {
      hasStaff: hasStaff(tx),
      staff: face,
      expiresAt: staff?.expiresAt ?? null,
      people: byName.map(({ id, name, role }) => ({ id, name, role })),
    },
  }
}

/** Whether the back office should be alerted that somebody tries PINs in this store. */
export function hasManyWrongPins(tx: BoxTx): boolean {
  return hasTooManyWrongPins(readAttempts(tx, WHOLE_STORE), tx.now)
}

/** Counts the attempt and returns null, or returns when the next one is allowed. An unknown or inactive person has no PIN, so it is not counted. */
function countAttempt(tx: BoxTx, staffId: string, deviceId: string): string | null {
  if (findStaffMember(tx, staffId)?.active !== true) return null
  const place = attemptKey(staffId, deviceId)
  const attempts = readAttempts(tx, place)
  const until = lockedUntil(attempts, tx.now)
  if (until === null) saveAttempts(tx, place, afterAttempt(attempts, tx.now))
  return until
}
