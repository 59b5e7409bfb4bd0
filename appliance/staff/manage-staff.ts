/** A manager creates, renames and deactivates staff members, and changes their roles and PINs. */
import type { Handler, RequestOf } from "../../protocol/http/endpoint.ts"
import type { changeOwnPin, changeStaff, createStaff, listStaff, StaffMember } from "../../protocol/http/staff.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { pinDigitsMin } from "../../protocol/rules/users/pin-attempts.ts"
import { checkNewStaffMember, checkStaffChange } from "../../protocol/rules/users/staff-change.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, BoxStore, BoxTx } from "../storage/index.ts"
import { refuseByCurrentRole } from "./authorize-staff.ts"
import type { HashPin } from "./hash-pin.ts"
import { forgetAttemptsOf } from "./pin-attempts-store.ts"
import {
  findByPin,
  findStaffMember,
  hasPin,
  insertStaffMember,
  listStaffMembers,
  updateStaffMember,
} from "./staff-store.ts"
import { endTokensOf } from "./staff-tokens-store.ts"

interface ManageDeps {
  readonly store: BoxStore
  readonly hashPin: HashPin
  readonly record: RecordAudit
  /** Called when staff members were created or changed. */
  readonly onStaff: () => void
}

const MANAGING_ROLE = "manager"

export const listStaffHandler: BoxHandler<typeof listStaff> = (tx) => ({
  status: 200,
  data: { staff: listStaffMembers(tx) },
})

export function createStaffHandler({ store, hashPin, record, onStaff }: ManageDeps): Handler<typeof createStaff> {
  return async ({ body, caller }) => {
    const { pin, ...asked } = body
    const person = { ...asked, name: asked.name.trim() }
    const pinHash = await hashPin(pin, person.id)
    return store.writeTogether((tx) => {
      const known = findStaffMember(tx, person.id)
      const asked = refuseByCurrentRole(tx, MANAGING_ROLE, caller)
      if (asked) return asked
      if (known) return answerRepeat(tx, { known, person, pinHash })
      const refused = checkNewStaffMember(listStaffMembers(tx), person.role) ?? checkPin(pin, person.role)
      if (refused) return refused
      insertStaffMember(tx, person, pinHash)
      record(tx, { action: "staff.create", caller, subject: person.name, detail: { id: person.id, role: person.role } })
      tx.afterCommit(onStaff)
      return { status: 201, data: read(tx, person.id) }
    })
  }
}

interface Repeat {
  readonly known: StaffMember
  readonly person: Pick<StaffMember, "name" | "role">
  readonly pinHash: string
}

function answerRepeat(tx: BoxTx, { known, person, pinHash }: Repeat) {
  const same = known.name === person.name && known.role === person.role && findByPin(tx, known.id, pinHash) !== null
  if (!same) return refuse("CONFLICT", "This id belongs to another person.")
  return { status: 200 as const, data: known }
}

export function changeStaffHandler({ store, hashPin, record, onStaff }: ManageDeps): Handler<typeof changeStaff> {
  return async ({ params, body, caller }: RequestOf<typeof changeStaff>) => {
    const { pin, ...change } = body
    const pinHash = pin === undefined ? null : await hashPin(pin, params.staffId)
    return store.writeTogether((tx) => {
      const refused =
        refuseByCurrentRole(tx, MANAGING_ROLE, caller) ?? checkStaffChange(listStaffMembers(tx), params.staffId, change)
      if (refused) return refused
      const known = read(tx, params.staffId)
      const next = { ...known, ...change, ...(change.name !== undefined && { name: change.name.trim() }) }
      const pinRefused = pin === undefined ? refuseOldPin(tx, known, next) : checkPin(pin, next.role)
      if (pinRefused) return pinRefused
      updateStaffMember(tx, next, pinHash)
      const isOut = pinHash !== null || next.role !== known.role || !next.active
      if (isOut) endTokensOf(tx, next.id)
      if (pinHash !== null) forgetAttemptsOf(tx, next.id)
      const detail = { id: next.id, ...change, ...(pinHash !== null && { pin: "changed" }) }
      record(tx, { action: "staff.change", caller, subject: next.name, detail })
      tx.afterCommit(onStaff)
      return { status: 200, data: read(tx, next.id) }
    })
  }
}

/** The box does not know how many digits a stored PIN has, so a higher role needs a new PIN. */
function refuseOldPin(tx: BoxTx, known: StaffMember, { id, active, role }: StaffMember) {
  if (active && !hasPin(tx, id)) return refuse("CONFLICT", "A person who comes back needs a new PIN: send one.")
  const needsMore = pinDigitsMin(role) > pinDigitsMin(known.role)
  return needsMore ? refuse("CONFLICT", `A ${role} needs a PIN of ${pinDigitsMin(role)} digits: send one.`) : null
}

function checkPin(pin: string, role: StaffMember["role"]) {
  const least = pinDigitsMin(role)
  return pin.length < least ? invalid({ path: "pin", message: `of a ${role} needs at least ${least} digits` }) : null
}

/** The signed-in person chooses another PIN, stays signed in at this screen and is signed out at all others. */
export function changeOwnPinHandler({ store, hashPin, record }: ManageDeps): Handler<typeof changeOwnPin> {
  return async ({ body, caller }: RequestOf<typeof changeOwnPin>) => {
    const { staff } = caller
    if (!staff) return refuse("CONFLICT", "Nobody is signed in at this screen.")
    const pinHash = await hashPin(body.pin, staff.id)
    return store.writeTogether((tx) => {
      const person = findStaffMember(tx, staff.id)
      const refused = refuseByCurrentRole(tx, "cashier", caller) ?? checkPin(body.pin, person?.role ?? staff.role)
      if (refused) return refused
      if (!person?.active) return refuse("CONFLICT", "This person does not work at this store any more.")
      updateStaffMember(tx, person, pinHash)
      endTokensOf(tx, person.id, staff.tokenHash)
      forgetAttemptsOf(tx, person.id)
      record(tx, { action: "staff.change", caller, subject: person.name, detail: { id: person.id, pin: "changed" } })
      return { status: 204, data: null }
    })
  }
}

function read(tx: BoxTx, id: string): StaffMember {
  const person = findStaffMember(tx, id)
  if (!person) throw new Error("a person that was just written is gone")
  return person
}
