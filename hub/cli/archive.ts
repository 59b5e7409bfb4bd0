/** `brasa hub archive`: moves whole months of orders from the database into verifiable files. */
import { type Command, type FlagTable, readFlags, reading, type Settings } from "../../runtime/flags.ts"
import { archiveDir, DATA_FLAGS } from "../config.ts"
import { type ArchivedMonth, archiveBefore, RETENTION_FLAGS, readArchive } from "../retention/index.ts"
import type { Tenant } from "../storage/index.ts"
import { type AtHub, type Env, neededFlag, printLine, runHubCommandInDatabase } from "./run-command.ts"

const ARCHIVE_FLAGS = {
  ...DATA_FLAGS,
  before: {
    value: "MONTH",
    about: "Archives all months before this one, such as 2026-06; it must be over for 31 days.",
    read: reading.text(null),
  },
  vendor: { value: "ID", about: "Only this vendor's (default: everybody's).", read: reading.text(null) },
  archive: RETENTION_FLAGS.archive,
  check: { value: "FILE", about: "Reads a file to its end instead, and says what is in it.", read: reading.text(null) },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub archive --before MONTH [--vendor ID] [--archive DIR] | --check FILE [options]",
  about:
    "Writes each month of orders to a file, reads it back, and drops the month from the database. Beside a running hub.",
  flags: ARCHIVE_FLAGS,
} satisfies Command<typeof ARCHIVE_FLAGS>

/** Returns the exit code. */
export async function runArchive(argv: readonly string[], env: Env): Promise<number> {
  const { settings, help } = readFlags(COMMAND, argv, env)
  if (!help && settings.check !== null) return check(settings.check)
  return runHubCommandInDatabase(COMMAND, (_words, options) => plan(options), { argv, env })
}

function plan({ before, vendor, archive, data }: Settings<typeof ARCHIVE_FLAGS>): AtHub {
  const wished = { before: neededFlag(before, "--before"), vendorId: vendor }
  return async ({ context }) => {
    let months = 0
    const onMonth = (done: ArchivedMonth) => {
      if (done.file !== null) months += 1
      printLine(monthLine(done))
    }
    const onHeld = ({ vendorId }: Tenant, month: string) => printLine(heldLine(vendorId, month))
    await archiveBefore({ store: context.store, dir: archiveDir({ archive, data }) }, { ...wished, onMonth, onHeld })
    return [months === 0 ? "nothing was archived" : `${months} ${months === 1 ? "month" : "months"} archived`]
  }
}

function heldLine(vendorId: string, month: string): string {
  const who = "another process is at it, or was cut off in it a moment ago"
  return `${vendorId} ${month}: passed over: ${who}; ask again in 5 minutes, and what is left of it goes`
}

async function check(file: string): Promise<number> {
  const { head, counts } = await readArchive(file)
  printLine(`${head.vendorId} ${head.month}, part ${head.part}, written ${head.writtenAt}`)
  printLine(`${counts.orders} orders, ${counts.corrections} corrections, ${counts.aliases} other ids: whole`)
  printLine(`sha256 of its lines: ${counts.sha256}`)
  return 0
}

function monthLine({ tenant, month, file, counts, dropped, stayed }: ArchivedMonth): string {
  const stay = stayed === 0 ? "" : `; ${stayed} stay: open, changed lately, or with money or a document under way`
  if (file === null) return `${tenant.vendorId} ${month}: nothing may go yet${stay}`
  const changed = counts.orders - dropped
  const others =
    changed === 0 ? "" : `, ${changed} of them changed meanwhile and are in the database too, or were dropped before`
  return `${tenant.vendorId} ${month}: ${counts.orders} orders in ${file}, ${dropped} dropped${others}${stay}`
}
