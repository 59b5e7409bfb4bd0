/** The hub's command line: which command is meant, and what an operator can mend told in one line. */
import { codeOf } from "../protocol/runtime/dialect.ts"
import { BadFlags, helpOf, readFlags } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { SchemaRefused } from "../protocol/runtime/migrate.ts"
import { SqliteDamaged } from "../protocol/runtime/sqlite.ts"
import { MoveRefused, StoreUnavailable } from "../protocol/runtime/store-errors.ts"
import { startWatchdog } from "../protocol/runtime/watchdog.ts"
import type { Env } from "./at-desk.ts"
import { HUB_COMMAND } from "./config.ts"
import { ArchiveRefused } from "./retention/index.ts"

/** SQLite's words for a file that is no database, or none any more. What the disk does is told in bin/faults.ts. */
const NO_DATABASE = /^SQLITE_(NOTADB|CORRUPT)/

const TOLD = [StoreUnavailable, SchemaRefused, SqliteDamaged, MoveRefused, ArchiveRefused]

type Command = (argv: readonly string[], env: Env) => Promise<number>

/** Each at the hub's database; without any of these words the hub itself runs. Loaded on demand: a word at the desk waits for none of the others' libraries. */
export const HUB_COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  provision: async () => (await import("./provision-cli.ts")).runProvision,
  "create-key": async () => (await import("./create-key-cli.ts")).runCreateKey,
  claim: async () => (await import("./claim-cli.ts")).runClaim,
  jobs: async () => (await import("./jobs-cli.ts")).runJobs,
  template: async () => (await import("./template-cli.ts")).runTemplate,
  webhooks: async () => (await import("./webhooks-cli.ts")).runWebhooks,
  fiscal: async () => (await import("./fiscal-cli.ts")).runFiscal,
  person: async () => (await import("./person-cli.ts")).runPerson,
  updates: async () => (await import("./updates-cli.ts")).runUpdates,
  move: async () => (await import("./move-cli.ts")).runMove,
  archive: async () => (await import("./archive-cli.ts")).runArchive,
}

/** The exit code. */
export async function runHubCommand(argv: readonly string[]): Promise<number> {
  try {
    const [name = "", ...rest] = argv
    const load = Object.hasOwn(HUB_COMMANDS, name) ? HUB_COMMANDS[name] : undefined
    if (!load && isWord(name))
      throw new BadFlags([`${name}: is none of ${Object.keys(HUB_COMMANDS).join(", ")}; see --help`])
    return load ? await (await load())(rest, process.env) : await runHub(argv)
  } catch (error) {
    // What an operator can mend is told in one line; everything else is a bug and keeps its stack.
    const known = TOLD.some((kind) => error instanceof kind)
    throw known || NO_DATABASE.test(codeOf(error)) ? new BadFlags([(error as Error).message]) : error
  }
}

function isWord(name: string): boolean {
  return name !== "" && !name.startsWith("-")
}

async function runHub(argv: readonly string[]): Promise<number> {
  const asked = readFlags(HUB_COMMAND, argv, process.env)
  if (asked.help) {
    process.stdout.write(helpOf(HUB_COMMAND))
    return 0
  }
  const log = createLog({ level: asked.settings.logLevel, name: "hub" })
  const { ownDatabase } = await import("./own-database.ts")
  const owned = await ownDatabase(asked.settings)
  try {
    const { startHub } = await import("./main.ts")
    const hub = await startHub(asked.settings, { log, process })
    const watchdog = await startWatchdog({ env: process.env, url: hub.url, log })
    await hub.stopped
    await watchdog.stop()
    return 0
  } finally {
    owned?.release()
  }
}
