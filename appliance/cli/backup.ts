/** `brasa appliance backup | restore | check | bundle`: looking after a box from its own console. */
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
  about: "Makes a backup of the box's database now, checked and with a manifest; the box may go on selling.",
  flags: { data: DATA },
}
const RESTORE_FLAGS = {
  data: DATA,
  backup: {
    value: "FILE",
    about: "Its name in the folder backups (default the newest whole one).",
    read: reading.text(null),
  },
} as const satisfies FlagTable
const RESTORE: Command<typeof RESTORE_FLAGS> = {
  usage: "brasa appliance restore [options]",
  about:
    "Puts a backup in the place of the database, which is set aside in the folder damaged. The box must be stopped; started again it gets from its journal and from the hub what the backup lacks.",
  flags: RESTORE_FLAGS,
}
const CHECK: Command<{ data: typeof DATA }> = {
  usage: "brasa appliance check [options]",
  about: "Checks the database and every backup; exit code 1 where one is damaged. The box may go on selling.",
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
    "Writes what support needs to see of the last day into one file: no buyer, no key and no person's name is in it. The box may go on selling.",
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
          `there is no such whole backup; these are here: ${all.map(({ file }) => file).join(", ") || "none"}`,
        )
      if (backup.schema > NEWEST_KNOWN)
        return fail(
          "restore",
          `${backup.file} is at schema ${backup.schema} and this program knows ${NEWEST_KNOWN}: start a newer program`,
        )
      if (!isWhole(data, backup))
        return fail("restore", `${backup.file} is not what its manifest says; choose another one`)
      const aside = quarantine(data, systemClock.iso())
      putDatabaseInPlace(data, backup)
      const db = openSqlite(join(data, DATABASE_FILE))
      createBoxStore(db, systemClock).write(holdRestoredJobs)
      db.close()
      say(`The box has ${backup.file} of ${backup.at} now.${aside ? ` What it had is in ${aside}.` : ""}`)
      say(
        "Start it: it takes from its journal what the backup lacks, sells at once, and has the rest of its day once the hub has answered.",
      )
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
    say(faults.length === 0 ? "database: whole" : `database: DAMAGED (${faults[0]}); stop the box and start it again`)
    const backups = listBackups(data)
    const broken = backups.filter((one) => !isWhole(data, one))
    for (const one of backups)
      say(`${one.file}: ${broken.includes(one) ? "DAMAGED" : "whole"}, ${one.at}, ${sizeOf(one)}`)
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
  if (!isBox) return fail(name, `there is no box in ${data}; name its directory with --data`)
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
