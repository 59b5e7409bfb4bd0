/** A manager takes people on, renames them, changes role and PIN, lets them go. */
import type { Handler, RequestOf } from "../../protocol/http/endpoint.ts"
import type { changeStaff, createStaff, listStaff, StaffMember } from "../../protocol/http/staff.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { checkNewStaffMember, checkStaffChange } from "../../protocol/rules/users/staff-change.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxHandler, BoxStore, BoxTx } from "../storage/index.ts"
import { refuseByNow } from "./authorize-staff.ts"
import type { HashPin } from "./hash-pin.ts"
import {
  findStaffMember,
  hasPin,
  insertStaffMember,
  listStaffMembers,
  ownerOfPin,
  updateStaffMember,
} from "./staff-store.ts"
import { endTokensOf } from "./staff-tokens-store.ts"

export interface ManageDeps {
  readonly store: BoxStore
  readonly hashPin: HashPin
  readonly record: RecordAudit
  /** The store has staff from now on, or their names changed. */
  readonly onStaff: () => void
}

const LEAST = "manager"
const PIN_TAKEN = refuse("CONFLICT", "Somebody of this store has this PIN already: choose another one.")

export const listStaffHandler: BoxHandler<typeof listStaff> = (tx) => ({
  status: 200,
  data: { staff: listStaffMembers(tx) },
})

export function createStaffHandler({ store, hashPin, record, onStaff }: ManageDeps): Handler<typeof createStaff> {
  return async ({ body, caller }) => {
    const { pin, ...asked } = body
    const person = { ...asked, name: asked.name.trim() }
    const pinHash = await hashPin(pin)
    return store.writeTogether((tx) => {
      const known = findStaffMember(tx, person.id)
      const asked = refuseByNow(tx, LEAST, caller)
      if (asked) return asked
      if (known) return repeated(tx, { known, person, pinHash })
      const refused = checkNewStaffMember(listStaffMembers(tx), person.role)
      if (refused) return refused
      if (ownerOfPin(tx, pinHash) !== null) return PIN_TAKEN
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

function repeated(tx: BoxTx, { known, person, pinHash }: Repeat) {
  const same = known.name === person.name && known.role === person.role && ownerOfPin(tx, pinHash) === known.id
  if (!same) return refuse("CONFLICT", "This id is another person's.")
  return { status: 200 as const, data: known }
}

export function changeStaffHandler({ store, hashPin, record, onStaff }: ManageDeps): Handler<typeof changeStaff> {
  return async ({ params, body, caller }: RequestOf<typeof changeStaff>) => {
    const { pin, ...change } = body
    const pinHash = pin === undefined ? null : await hashPin(pin)
    return store.writeTogether((tx) => {
      const refused = refuseByNow(tx, LEAST, caller) ?? checkStaffChange(listStaffMembers(tx), params.staffId, change)
      if (refused) return refused
      const known = read(tx, params.staffId)
      const next = { ...known, ...change, ...(change.name !== undefined && { name: change.name.trim() }) }
      const conflict = conflictOf(tx, next, pinHash)
      if (isRefusal(conflict)) return conflict
      updateStaffMember(tx, next, pinHash)
      const isOut = pinHash !== null || next.role !== known.role || !next.active
      if (isOut) endTokensOf(tx, next.id)
      const detail = { id: next.id, ...change, ...(pinHash !== null && { pin: "changed" }) }
      record(tx, { action: "staff.change", caller, subject: next.name, detail })
      tx.afterCommit(onStaff)
      return { status: 200, data: read(tx, next.id) }
    })
  }
}

function conflictOf(tx: BoxTx, { id, active }: StaffMember, pinHash: string | null) {
  if (pinHash !== null) {
    const owner = ownerOfPin(tx, pinHash)
    if (owner !== null && owner !== id) return PIN_TAKEN
  }
  const comesBack = active && pinHash === null && !hasPin(tx, id)
  return comesBack ? refuse("CONFLICT", "Whoever comes back gets a new PIN: send one.") : null
}

function read(tx: BoxTx, id: string): StaffMember {
  const person = findStaffMember(tx, id)
  if (!person) throw new Error("a person that was just written is gone")
  return person
}
