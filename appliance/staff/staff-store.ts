/** Staff members on the box's disk. */
import type { StaffMember } from "../../protocol/http/staff.ts"
import type { StaffRole } from "../../protocol/rules/users/staff-roles.ts"
import type { BoxTx } from "../storage/index.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly active: number
  readonly createdAt: string
  readonly lastSignInAt: string | null
}

const COLUMNS = "id, name, role, active, created_at AS createdAt, last_sign_in_at AS lastSignInAt"

export function hasStaff({ db }: BoxTx): boolean {
  return db.prepare("SELECT 1 FROM staff WHERE active = 1 LIMIT 1").get() !== undefined
}

export function listStaffMembers({ db }: BoxTx): StaffMember[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} FROM staff ORDER BY created_at, id`).all().map(personOf)
}

export function findStaffMember({ db }: BoxTx, id: string): StaffMember | null {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM staff WHERE id = ?`).get(id)
  return row ? personOf(row) : null
}

/** The person, if they are active and this is the hash of their PIN. */
export function findByPin({ db }: BoxTx, id: string, pinHash: string): StaffMember | null {
  const row = db
    .prepare<[string, string], Row>(`SELECT ${COLUMNS} FROM staff WHERE id = ? AND pin_hash = ? AND active = 1`)
    .get(id, pinHash)
  return row ? personOf(row) : null
}

export function insertStaffMember(
  { db, now }: BoxTx,
  person: Pick<Row, "id" | "name" | "role">,
  pinHash: string,
): void {
  db.prepare("INSERT INTO staff (id, name, role, pin_hash, created_at) VALUES (?, ?, ?, ?, ?)").run(
    person.id,
    person.name,
    person.role,
    pinHash,
    now,
  )
}

/** Without a hash the PIN stays. The PIN of an inactive person is deleted. */
export function updateStaffMember({ db }: BoxTx, person: StaffMember, pinHash: string | null): void {
  db.prepare(
    `UPDATE staff SET name = ?, role = ?, active = ?, pin_hash = CASE WHEN ? = 0 THEN NULL ELSE coalesce(?, pin_hash) END
     WHERE id = ?`,
  ).run(person.name, person.role, person.active ? 1 : 0, person.active ? 1 : 0, pinHash, person.id)
}

export function hasPin({ db }: BoxTx, id: string): boolean {
  return db.prepare("SELECT 1 FROM staff WHERE id = ? AND pin_hash IS NOT NULL").get(id) !== undefined
}

export function saveSignIn({ db, now }: BoxTx, id: string): void {
  db.prepare("UPDATE staff SET last_sign_in_at = ? WHERE id = ?").run(now, id)
}

function personOf({ active, ...row }: Row): StaffMember {
  return { ...row, active: active === 1 }
}
