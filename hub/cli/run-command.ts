/** The frame of the hub's commands: help, what was asked checked first, the database opened and closed, what came of it said. */
import { readFileSync } from "node:fs"
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, type Settings } from "../../runtime/flags.ts"
import { createLog } from "../../runtime/log.ts"
import { lockToMigrate, missingFile } from "../composition/lock-database.ts"
import { type OpenHub, openHub } from "../composition/operator.ts"
import type { DATA_FLAGS } from "../config.ts"

export type Env = Readonly<Record<string, string | undefined>>
type DataTable = typeof DATA_FLAGS & FlagTable

/** Lines for people, or why nothing was done. */
export type CommandInput = readonly string[] | Refusal
export type AtHub = (hub: OpenHub) => Promise<CommandInput>
/** Checks what is asked, throwing BadFlags, before a database is opened for it; what needs none is said at once. */
export type Plan<Table extends FlagTable> = (
  words: readonly string[],
  settings: Settings<Table>,
) => AtHub | CommandInput
/** What one verb does with the word behind it. */
export type Verb<Table extends FlagTable> = (word: string | undefined, settings: Settings<Table>) => AtHub
export type Verbs<Table extends FlagTable> = Readonly<Record<string, Verb<Table>>>

interface Called {
  readonly argv: readonly string[]
  readonly env: Env
  /** Where there is no database yet, one is begun: all others take that for a mistyped place. */
  readonly mayBegin?: boolean
}

/** Does what a command plans at the hub's database, beside a running hub. The exit code. */
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

/** The plan of a command whose first word says what to do; without any it lists. */
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

/** What is said once it is done. */
export function resultLine(done: unknown, line: string): CommandInput {
  return isRefusal(done) ? done : [line]
}

/** A file's text, without the mark that some editors put before it. Letters of another encoding would go on as question marks. */
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

/** One line a fault. */
function fail({ details = [], message }: Refusal): number {
  const lines =
    details.length > 0 ? details.map((one) => [one.path, one.message].filter(Boolean).join(": ")) : [message]
  for (const line of lines) process.stderr.write(`${line}\n`)
  return 2
}
