/** `brasa appliance backup | restore | check | bundle`: maintenance of a box from its console. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { systemClock } from "../../runtime/clock.ts"
import { lockDirectory } from "../../runtime/directory-lock.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading, type Settings } from "../../runtime/flags.ts"
import { openSqlite, quickCheck } from "../../runtime/storage/sqlite.ts"
import {
  BACKUPS_DIR,
  type BackupManifest,
  holdRestoredJobs,
  isWhole,
  listBackups,
  makeBackup,
  putDatabaseInPlace,
  quarantine,
  writeBundle,
} from "../maintenance/index.ts"
import { createBoxStore, MIGRATIONS } from "../storage/index.ts"
import { openDatabase } from "./open-database.ts"

const DATABASE_FILE = "box.db"
const NEWEST_KNOWN = MIGRATIONS.at(-1)?.id ?? 0
const DATA = {
  env: "BRASA_DATA",
  value: "DIR",
  about: "Where the box keeps its database (default ./data/appliance).",
  read: reading.text("data/appliance"),
} as const

const BACKUP: Command<{ data: typeof DATA }> = {
  usage: "brasa appliance backup [options]",
  about: "Makes a checked backup of the box's database, with a manifest. The box may keep running.",
  flags: { data: DATA },
}
const RESTORE_FLAGS = {
  data: DATA,
  backup: {
    value: "FILE",
    about: "Its name in the folder backups (default the newest undamaged one).",
    read: reading.text(null),
  },
} as const satisfies FlagTable
const RESTORE: Command<typeof RESTORE_FLAGS> = {
  usage: "brasa appliance restore [options]",
  about:
    "Replaces the database by a backup; the old database is moved to the folder damaged. The box must be stopped. When it starts again, it adds what is missing from its journal and the hub.",
  flags: RESTORE_FLAGS,
}
const CHECK: Command<{ data: typeof DATA }> = {
  usage: "brasa appliance check [options]",
  about: "Checks the database and every backup; exit code 1 if one is damaged. The box may keep running.",
  flags: { data: DATA },
}
const BUNDLE_FLAGS = {
  data: DATA,
  out: {
    value: "FILE",
    about: "The file to write (default brasa-support-DATE.json.gz here).",
    read: reading.text(null),
  },
} as const satisfies FlagTable
const BUNDLE: Command<typeof BUNDLE_FLAGS> = {
  usage: "brasa appliance bundle [options]",
  about:
    "Writes a file for support about the last day, without buyers, keys and names of people. The box may keep running.",
  flags: BUNDLE_FLAGS,
}

type Env = Readonly<Record<string, string | undefined>>
type Words = readonly string[]

export const runBackup = (argv: Words, env: Env) =>
  run("backup", BACKUP, { argv, env }, async ({ data }) => {
    const made = await makeBackup({ data, now: systemClock.iso(), why: "by-hand" })
    say(`${join(data, BACKUPS_DIR, made.file)}  ${sizeOf(made)}, up to op ${made.seq}`)
    return 0
  })

export const runRestore = (argv: Words, env: Env) =>
  run("restore", RESTORE, { argv, env }, async ({ data, backup: name }) => {
    const owned = lockDirectory(data)
    try {
      const all = listBackups(data)
      const backup = name === null ? all.find((one) => isWhole(data, one)) : all.find(({ file }) => file === name)
      if (!backup)
        return fail(
          "restore",
          `there is no such undamaged backup; the backups here are: ${all.map(({ file }) => file).join(", ") || "none"}`,
        )
      if (backup.schema > NEWEST_KNOWN)
        return fail(
          "restore",
          `${backup.file} has schema ${backup.schema}, but this version knows only ${NEWEST_KNOWN}: use a newer version`,
        )
      if (!isWhole(data, backup))
        return fail("restore", `${backup.file} does not match its manifest; choose another one`)
      const aside = quarantine(data, systemClock.iso())
      putDatabaseInPlace(data, backup)
      const db = openSqlite(join(data, DATABASE_FILE))
      createBoxStore(db, systemClock).write(holdRestoredJobs)
      db.close()
      say(`The database is now ${backup.file} of ${backup.at}.${aside ? ` The old one is in ${aside}.` : ""}`)
      say("Start the box: it adds what its journal has, sells at once, and gets the rest of the day from the hub.")
      return 0
    } finally {
      owned.release()
    }
  })

export const runCheck = (argv: Words, env: Env) =>
  run("check", CHECK, { argv, env }, async ({ data }) => {
    const db = openSqlite(join(data, DATABASE_FILE), { readonly: true })
    const faults = quickCheck(db)
    db.close()
    say(faults.length === 0 ? "database: ok" : `database: DAMAGED (${faults[0]}); stop the box and start it again`)
    const backups = listBackups(data)
    const broken = backups.filter((one) => !isWhole(data, one))
    for (const one of backups) say(`${one.file}: ${broken.includes(one) ? "DAMAGED" : "ok"}, ${one.at}, ${sizeOf(one)}`)
    if (backups.length === 0) say("backups: none")
    return faults.length + broken.length === 0 ? 0 : 1
  })

export const runBundle = (argv: Words, env: Env) =>
  run("bundle", BUNDLE, { argv, env }, async ({ data, out }) => {
    const now = systemClock.iso()
    openDatabase(join(data, DATABASE_FILE)).close()
    const file = out ?? `brasa-support-${now.slice(0, 10)}.json.gz`
    writeBundle({ data, now, file })
    say(file)
    return 0
  })

async function run<Table extends FlagTable & { data: typeof DATA }>(
  name: string,
  command: Command<Table>,
  { argv, env }: { argv: Words; env: Env },
  work: (settings: Settings<Table>) => Promise<number>,
): Promise<number> {
  const { settings, help } = readFlags(command, argv, env)
  if (help) {
    process.stdout.write(helpOf(command))
    return 0
  }
  const data = settings.data as string
  const isBox = existsSync(join(data, DATABASE_FILE)) || listBackups(data).length > 0
  if (!isBox) return fail(name, `there is no box in ${data}; set its directory with --data`)
  return work(settings)
}

function sizeOf({ bytes }: BackupManifest): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(name: string, message: string): number {
  process.stderr.write(`brasa appliance ${name}: ${message}\n`)
  return 2
}
