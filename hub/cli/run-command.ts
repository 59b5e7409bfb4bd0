/** Shared by the hub's commands: shows help, checks the arguments, opens and closes the database, prints the result. */
import { readFileSync } from "node:fs"
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, type Settings } from "../../runtime/flags.ts"
import { createLog } from "../../runtime/log.ts"
import { lockToMigrate, missingFile } from "../composition/lock-database.ts"
import { type OpenHub, openHub } from "../composition/operator.ts"
import type { DATA_FLAGS } from "../config.ts"

export type Env = Readonly<Record<string, string | undefined>>
type DataTable = typeof DATA_FLAGS & FlagTable

/** Lines to print, or a refusal. */
export type CommandInput = readonly string[] | Refusal
export type AtHub = (hub: OpenHub) => Promise<CommandInput>
/** Checks the arguments and throws `BadFlags` before a database is opened. Returns lines if the command needs no database. */
export type Plan<Table extends FlagTable> = (
  words: readonly string[],
  settings: Settings<Table>,
) => AtHub | CommandInput
/** What one verb does with the word after it. */
export type Verb<Table extends FlagTable> = (word: string | undefined, settings: Settings<Table>) => AtHub
export type Verbs<Table extends FlagTable> = Readonly<Record<string, Verb<Table>>>

interface Called {
  readonly argv: readonly string[]
  readonly env: Env
  /** Whether a missing database is created. Other commands refuse, because the path is probably mistyped. */
  readonly mayBegin?: boolean
}

/** Runs a command on the hub's database, also while a hub is running. Returns the exit code. */
export async function runHubCommandInDatabase<Table extends DataTable>(
  command: Command<Table>,
  plan: Plan<Table>,
  { argv, env, mayBegin = false }: Called,
): Promise<number> {
  const asked = readFlags(command, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(command))
    return 0
  }
  const planned = plan(asked.words, asked.settings)
  if (typeof planned === "function" && !mayBegin) requireDatabase(asked.settings)
  const said = typeof planned === "function" ? await atHub(asked.settings, planned, mayBegin) : planned
  if (isRefusal(said)) return fail(said)
  for (const line of said) printLine(line)
  return 0
}

const IF_EMPTY =
  "the PostgreSQL database has no hub's tables; name the right one with --database, or begin a hub with brasa hub provision FILE"

function requireDatabase(settings: Settings<typeof DATA_FLAGS>): void {
  const file = missingFile(settings)
  if (file === null) return
  throw new BadFlags([
    `${file}: there is no hub's database; name its directory with --data, or begin one with brasa hub provision FILE`,
  ])
}

async function atHub(settings: Settings<typeof DATA_FLAGS>, work: AtHub, mayBegin: boolean): Promise<CommandInput> {
  const owned = await lockToMigrate(settings)
  const log = createLog({ level: "warn", name: "hub" })
  const hub = await openHub(settings, { log, ifEmpty: mayBegin ? undefined : IF_EMPTY }).finally(() => owned?.release())
  try {
    return await work(hub)
  } finally {
    await hub.close()
  }
}

/** The plan of a command whose first word is a verb. Without a verb it lists. */
export function byVerb<Table extends FlagTable>(verbs: Verbs<Table>): Plan<Table> {
  return ([name = "list", word], settings) => {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (!verb) throw new BadFlags([`${name}: is none of ${Object.keys(verbs).join(", ")}; see --help`])
    if (name === "list" && word !== undefined) throw new BadFlags([`${word}: is not expected here`])
    return verb(word, settings)
  }
}

export function needed(word: string | undefined, name: string): string {
  if (word === undefined || word === "") throw new BadFlags([`${name} is missing; see --help`])
  return word
}

export function neededFlag<T>(value: T | null | undefined, flag: string): T {
  if (value === null || value === undefined || value === "") throw new BadFlags([`${flag}: is required`])
  return value
}

/** Returns the refusal, or `line` on success. */
export function resultLine(done: unknown, line: string): CommandInput {
  return isRefusal(done) ? done : [line]
}

/** Reads a UTF-8 file without its byte order mark. Refuses other encodings, whose letters would become question marks. */
export function readText(file: string): string {
  const bytes = bytesOf(file)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new BadFlags([`${file}: is not UTF-8; save it in that encoding`])
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BadFlags([code === "ENOENT" ? `there is no file ${file}` : `${file}: ${message}`])
  }
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints one line for each fault. */
function fail({ details = [], message }: Refusal): number {
  const lines =
    details.length > 0 ? details.map((one) => [one.path, one.message].filter(Boolean).join(": ")) : [message]
  for (const line of lines) process.stderr.write(`${line}\n`)
  return 2
}
