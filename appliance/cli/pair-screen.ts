/** `brasa appliance pair`: prints a pairing code, for example for the first manager's page. The box may keep running. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { DEVICE_KINDS, DEVICE_PAGES, type DeviceKind } from "../../protocol/scopes.ts"
import { systemClock } from "../../runtime/clock.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading, type Settings } from "../../runtime/flags.ts"
import { createIds } from "../../runtime/ids.ts"
import { readConfig } from "../catalog/index.ts"
import { APPLIANCE_FLAGS } from "../config.ts"
import { createPairingCode, stationFault } from "../devices/index.ts"
import { type BoxStore, createBoxStore } from "../storage/index.ts"
import { openDatabase } from "./open-database.ts"

const DATABASE_FILE = "box.db"
const KINDS = Object.keys(DEVICE_KINDS) as DeviceKind[]

const PAIR_FLAGS = {
  data: APPLIANCE_FLAGS.data,
  kind: { value: "KIND", about: `${KINDS.join(", ")} (default manager).`, read: reading.oneOf(KINDS, "manager") },
  name: {
    value: "NAME",
    about: "The screen's name: letters, digits and dashes (default its kind and 1). A screen of that name is replaced.",
    read: readName,
  },
  station: { value: "STATION", about: "The kitchen station of a kds_station.", read: reading.text(null) },
} as const satisfies FlagTable

const PAIR: Command<typeof PAIR_FLAGS> = {
  usage: "brasa appliance pair [options]",
  about:
    "Prints a single-use code that pairs one screen. It needs no sign-in, because only the machine's owner can run it.",
  flags: PAIR_FLAGS,
}

export function runPair(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): number {
  const { settings, help } = readFlags(PAIR, argv, env)
  if (help) {
    process.stdout.write(helpOf(PAIR))
    return 0
  }
  const path = join(settings.data, DATABASE_FILE)
  if (!existsSync(path)) return fail(`there is no box in ${settings.data}; set its directory with --data`)
  const db = openDatabase(path)
  try {
    return pair(createBoxStore(db, systemClock), settings)
  } finally {
    db.close()
  }
}

function pair(store: BoxStore, { kind, name, station }: Settings<typeof PAIR_FLAGS>): number {
  const deviceId = name ?? `${kind.replaceAll("_", "-")}-1`
  // A box that was not claimed yet knows no stations.
  const place = store.read(readConfig)?.store ?? { stations: [] }
  const fault = stationFault(place, kind, station)
  if (fault) return fail(`--station: ${fault}`)
  const ids = createIds({ clock: systemClock })
  const code = store.write((tx) => createPairingCode(tx, { kind, deviceId, station }, ids))
  process.stdout.write(`Pairing code ${code} for ${deviceId}: open ${DEVICE_PAGES[kind]} on the box and type it.\n`)
  return 0
}

function fail(message: string): number {
  process.stderr.write(`brasa appliance pair: ${message}\n`)
  return 2
}

function readName([text]: readonly string[]): string | null {
  if (text === undefined) return null
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text))
    throw new Error("must be lower case letters, digits and dashes, at most 40")
  return text
}
