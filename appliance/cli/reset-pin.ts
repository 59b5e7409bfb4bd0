/** `brasa appliance pin`: gives a person a new PIN, for example a manager who forgot theirs. The box may keep running. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { systemClock } from "../../runtime/clock.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading } from "../../runtime/flags.ts"
import { createIds } from "../../runtime/ids.ts"
import { createRecordAudit } from "../audit/index.ts"
import { APPLIANCE_FLAGS } from "../config.ts"
import { loadBoxKey } from "../enrolment/index.ts"
import { createHashPin, drawPin, resetPin, staffMemberToReset } from "../staff/index.ts"
import { createBoxStore } from "../storage/index.ts"
import { createOutbox } from "../sync/index.ts"
import { openDatabase } from "./open-database.ts"

const DATABASE_FILE = "box.db"

const PIN_FLAGS = {
  data: APPLIANCE_FLAGS.data,
  secretKey: APPLIANCE_FLAGS.secretKey,
  person: { value: "NAME", about: "Whose PIN (default the store's only manager).", read: reading.text(null) },
} as const satisfies FlagTable

const PIN: Command<typeof PIN_FLAGS> = {
  usage: "brasa appliance pin [options]",
  about:
    "Gives a member of staff a new PIN and prints it once. It needs no sign-in, because only the machine's owner can run it.",
  flags: PIN_FLAGS,
}

export async function runPin(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, help } = readFlags(PIN, argv, env)
  if (help) {
    process.stdout.write(helpOf(PIN))
    return 0
  }
  const path = join(settings.data, DATABASE_FILE)
  if (!existsSync(path)) return fail(`there is no box in ${settings.data}; set its directory with --data`)
  const db = openDatabase(path)
  try {
    const store = createBoxStore(db, systemClock)
    const person = store.read((tx) => staffMemberToReset(tx, settings.person))
    if (!("id" in person)) return fail(explainChoice(settings.person, person))
    const ids = createIds({ clock: systemClock })
    const record = createRecordAudit({ ids, outbox: createOutbox({ ids, nudge: () => undefined }) })
    const hashPin = createHashPin(loadBoxKey(db, { given: settings.secretKey, dataDir: settings.data }))
    const pin = drawPin()
    const pinHash = await hashPin(pin, person.id)
    if (store.write((tx) => resetPin(tx, person, { pinHash, record })) === "gone") {
      return fail(`${person.name} was removed from the staff in this moment`)
    }
    process.stdout.write(`The PIN of ${person.name} is ${pin} now; change it on the manager's page, Staff.\n`)
    return 0
  } finally {
    db.close()
  }
}

function explainChoice(requestedName: string | null, people: readonly string[]): string {
  if (people.length === 0) return "the store has no staff yet: add the first person at /manage"
  const names = people.join(", ")
  return requestedName === null
    ? `say whose PIN with --person: ${names}`
    : `no single person is called ${requestedName}; the staff are ${names}`
}

function fail(message: string): number {
  process.stderr.write(`brasa appliance pin: ${message}\n`)
  return 2
}
