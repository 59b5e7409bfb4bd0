/** Rules for changing a store's staff: the first person is a manager, and the last manager stays one. */
import { type Refusal, refuse } from "../../refusals.ts"
import type { StaffRole } from "./staff-roles.ts"

export interface StaffMemberFacts {
  readonly id: string
  readonly role: StaffRole
  readonly active: boolean
}

export function checkNewStaffMember(people: readonly StaffMemberFacts[], role: StaffRole): Refusal<"CONFLICT"> | null {
  if (people.some(isManager) || role === "manager") return null
  return refuse("CONFLICT", "The first person of a store is a manager: nobody else could take on more.")
}

interface StaffChange {
  readonly role?: StaffRole
  readonly active?: boolean
}

export function checkStaffChange(
  people: readonly StaffMemberFacts[],
  id: string,
  change: StaffChange,
): Refusal<"NOT_FOUND" | "CONFLICT"> | null {
  const person = people.find((one) => one.id === id)
  if (!person) return refuse("NOT_FOUND", "There is no such person in this store.")
  const becomes = { ...person, ...change }
  const others = people.filter((one) => one.id !== id)
  if (!isManager(person) || isManager(becomes) || others.some(isManager)) return null
  return refuse("CONFLICT", "This is the last manager of the store: make another person a manager first.")
}

function isManager({ role, active }: StaffMemberFacts): boolean {
  return active && role === "manager"
}
