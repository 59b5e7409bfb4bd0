/** A new PIN for a person whose own is forgotten, drawn by the box: for the console, where no manager can sign in any more. */
import { randomInt } from "node:crypto"
import type { StaffMember } from "../../protocol/http/staff.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { forgetAttemptsOf } from "./pin-attempts-store.ts"
import { findStaffMember, listStaffMembers, updateStaffMember } from "./staff-store.ts"
import { endTokensOf } from "./staff-tokens-store.ts"

const PIN_DIGITS = 6

export function drawPin(): string {
  return String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, "0")
}

/** Of the name, or where none is given the store's only manager; otherwise the names among which one must be said. */
export function staffMemberToReset(tx: BoxTx, name: string | null): StaffMember | readonly string[] {
  const people = listStaffMembers(tx).filter(({ active }) => active)
  const meant = people.filter((one) =>
    name === null ? one.role === "manager" : one.name.toLowerCase() === name.trim().toLowerCase(),
  )
  return meant.length === 1 && meant[0] ? meant[0] : people.map((one) => one.name)
}

/**
 * Signs the person out everywhere and forgives their wrong PINs. `gone`: the person was let go while the PIN was hashed. They are read again,
 * since the store may have changed them meanwhile.
 */
export function resetPin(
  tx: BoxTx,
  { id }: Pick<StaffMember, "id">,
  { pinHash, record }: { pinHash: string; record: RecordAudit },
): "done" | "gone" {
  const person = findStaffMember(tx, id)
  if (!person?.active) return "gone"
  updateStaffMember(tx, person, pinHash)
  endTokensOf(tx, person.id)
  forgetAttemptsOf(tx, person.id)
  const detail = { id: person.id, pin: "reset at the box's console" }
  record(tx, { action: "staff.change", caller: null, subject: person.name, detail })
  return "done"
}
