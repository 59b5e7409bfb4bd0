/** Draws a new PIN for a person who forgot theirs. Used on the box's console when no manager can sign in any more. */
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

/** Finds the person by name, or without a name the only manager. Returns all names if the choice is not clear. */
export function staffMemberToReset(tx: BoxTx, name: string | null): StaffMember | readonly string[] {
  const people = listStaffMembers(tx).filter(({ active }) => active)
  const meant = people.filter((one) =>
    name === null ? one.role === "manager" : one.name.toLowerCase() === name.trim().toLowerCase(),
  )
  return meant.length === 1 && meant[0] ? meant[0] : people.map((one) => one.name)
}

/**
 * Sets the PIN, signs the person out everywhere and deletes their wrong attempts. `gone`: the person was deactivated while the PIN was
 * hashed, so they are read again here.
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
