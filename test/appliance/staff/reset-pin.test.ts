/** A PIN that the console gives anew, while the manager's page changes the same person. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { resetPin, staffMemberToReset } from "../../../appliance/staff/index.ts"
import {
  findByPin,
  findStaffMember,
  insertStaffMember,
  updateStaffMember,
} from "../../../appliance/staff/staff-store.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { layBoxFile } from "../../kit/box-file.ts"
import { NOW } from "../../kit/lone-box.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const PERSON = { id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77", name: "Ana", role: "manager" } as const
const WITH = { pinHash: "the new PIN's hash", record: () => undefined }

/** The console has looked who is meant, and hashes the new PIN. */
function whileHashing() {
  const data = tempDir()
  layBoxFile(data)
  const db = openSqlite(join(data, "box.db"))
  whenOver(() => void db.close())
  const store = createBoxStore(db, createManualClock(NOW))
  store.write((tx) => insertStaffMember(tx, PERSON, "the old PIN's hash"))
  const meant = store.read((tx) => staffMemberToReset(tx, null))
  if (!("id" in meant)) throw new Error("nobody is meant")
  return { store, meant }
}

it("a new PIN from the console keeps a name and role that were changed at the same time", () => {
  const { store, meant } = whileHashing()
  store.write((tx) => updateStaffMember(tx, { ...meant, name: "Ana María", role: "cashier" }, null))
  expect(store.write((tx) => resetPin(tx, meant, WITH))).toBe("done")
  expect(store.read((tx) => findByPin(tx, PERSON.id, WITH.pinHash))).toMatchObject({
    name: "Ana María",
    role: "cashier",
  })
})

it("a new PIN from the console does not bring back a person who was removed", () => {
  const { store, meant } = whileHashing()
  store.write((tx) => updateStaffMember(tx, { ...meant, active: false }, null))
  expect(store.write((tx) => resetPin(tx, meant, WITH))).toBe("gone")
  expect(store.read((tx) => findStaffMember(tx, PERSON.id))).toMatchObject({ active: false })
})
