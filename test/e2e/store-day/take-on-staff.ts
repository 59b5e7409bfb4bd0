/** Adds the staff of a store on the manager's page. */
import { randomUUID } from "node:crypto"
import { createPairingCode } from "../../../appliance/devices/index.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import { type Client, createClient } from "../../../protocol/client/index.ts"
import { pairDevice } from "../../../protocol/http/enrolment.ts"
import { createStaff, signIn } from "../../../protocol/http/staff.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { knowPin } from "../../kit/printed-secrets.ts"
import { noteOwner } from "../../kit/store-staff.ts"
import { insist } from "./insist.ts"

export const PINS = { manager: "482913", supervisor: "555010", cashier: "2222" } as const
export const NAMES = { manager: "Rosa Andrade", supervisor: "Luis Paredes", cashier: "María Núñez" } as const

/** The code of a manager's page, as the box's console would show it; made on its disk between two lives. */
export function codeOnDisk(database: string): string {
  const db = openSqlite(database)
  const ids = createIds({ clock: systemClock })
  const wanted = { kind: "manager", deviceId: "gerencia" } as const
  const code = createBoxStore(db, systemClock).write((tx) => createPairingCode(tx, wanted, ids))
  db.close()
  return code
}

/** Asks as the manager's page does, with the manager signed in. `code` pairs that page. */
export async function takeOnStaff(boxUrl: string, code: string): Promise<Client> {
  for (const pin of Object.values(PINS)) knowPin(pin)
  const nobody = createClient({ baseUrl: boxUrl, key: null })
  const { key } = await insist(() => nobody.call(pairDevice, { body: { code, kinds: ["manager"] } }))
  const screen = createClient({ baseUrl: boxUrl, key })
  const first = { id: randomUUID(), name: NAMES.manager, role: "manager", pin: PINS.manager } as const
  await insist(() => screen.call(createStaff, { body: first }))
  noteOwner(first.pin, first)
  const { token } = await insist(() => screen.call(signIn, { body: { staffId: first.id, pin: PINS.manager } }))
  const signedIn: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), "x-staff-token": token } })
  const manager = createClient({ baseUrl: boxUrl, key, fetch: signedIn })
  for (const role of ["supervisor", "cashier"] as const) {
    const body = { id: randomUUID(), name: NAMES[role], role, pin: PINS[role] }
    await insist(() => manager.call(createStaff, { body }))
    noteOwner(body.pin, body)
  }
  return manager
}
