/** `brasa appliance pin`: a new PIN from the box's own console for a manager who has forgotten theirs; the box may go on running. */
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
    "Gives a person of the store a new PIN and prints it once. Whoever can run this owns the box: it asks for no role.",
  flags: PIN_FLAGS,
}

/** The exit code. */
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
  if (!existsSync(path)) return fail(`there is no box in ${settings.data}; name its directory with --data`)
  const db = openDatabase(path)
  try {
    const store = createBoxStore(db, systemClock)
    const person = store.read((tx) => staffMemberToReset(tx, settings.person))
    if (!("id" in person)) return fail(whoElse(settings.person, person))
    const ids = createIds({ clock: systemClock })
    const record = createRecordAudit({ ids, outbox: createOutbox({ ids, nudge: () => undefined }) })
    const hashPin = createHashPin(loadBoxKey(db, { given: settings.secretKey, dataDir: settings.data }))
    const pin = drawPin()
    const pinHash = await hashPin(pin, person.id)
    if (store.write((tx) => resetPin(tx, person, { pinHash, record })) === "gone") {
      return fail(`${person.name} was let go in this moment`)
    }
    process.stdout.write(`The PIN of ${person.name} is ${pin} now; change it on the manager's page, Staff.\n`)
    return 0
  } finally {
    db.close()
  }
}

function whoElse(asked: string | null, people: readonly string[]): string {
  if (people.length === 0) return "the store has no staff yet: the first person is taken on at /manage"
  const names = people.join(", ")
  return asked === null
    ? `say whose PIN with --person: ${names}`
    : `the store has no one person called ${asked}; it has ${names}`
}

function fail(message: string): number {
  process.stderr.write(`brasa appliance pin: ${message}\n`)
  return 2
}
