/** The hub's command line: finds the command, and prints errors that an operator can fix in one line. */

import { BadFlags, helpOf, readFlags } from "../runtime/flags.ts"
import { createLog } from "../runtime/log.ts"
import { codeOf } from "../runtime/storage/dialect.ts"
import { SchemaRefused } from "../runtime/storage/migrate.ts"
import { SqliteDamaged } from "../runtime/storage/sqlite.ts"
import { MoveRefused, StoreUnavailable } from "../runtime/storage/store-errors.ts"
import { startWatchdog } from "../runtime/watchdog.ts"
import type { Env } from "./cli/run-command.ts"
import { HUB_COMMAND } from "./config.ts"
import { ArchiveRefused } from "./retention/index.ts"

/** SQLite's codes for a file that is not a database or is damaged. Disk errors are explained in bin/faults.ts. */
const NO_DATABASE = /^SQLITE_(NOTADB|CORRUPT)/

const OPERATOR_ERRORS = [StoreUnavailable, SchemaRefused, SqliteDamaged, MoveRefused, ArchiveRefused]

type Command = (argv: readonly string[], env: Env) => Promise<number>

/** Commands on the hub's database; without a command the hub itself runs. Each is loaded on demand, so that none waits for another's libraries. */
export const HUB_COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  provision: async () => (await import("./cli/provision.ts")).runProvision,
  "create-key": async () => (await import("./cli/create-key.ts")).runCreateKey,
  claim: async () => (await import("./cli/claim-box.ts")).runClaim,
  jobs: async () => (await import("./cli/jobs.ts")).runJobs,
  template: async () => (await import("./cli/template.ts")).runTemplate,
  webhooks: async () => (await import("./cli/webhooks.ts")).runWebhooks,
  fiscal: async () => (await import("./cli/fiscal.ts")).runFiscal,
  person: async () => (await import("./cli/user.ts")).runUser,
  updates: async () => (await import("./cli/updates.ts")).runUpdates,
  move: async () => (await import("./cli/move-database.ts")).runMove,
  archive: async () => (await import("./cli/archive.ts")).runArchive,
}

/** Returns the exit code. */
export async function runHubCommand(argv: readonly string[]): Promise<number> {
  try {
    const [name = "", ...rest] = argv
    const load = Object.hasOwn(HUB_COMMANDS, name) ? HUB_COMMANDS[name] : undefined
    if (!load && isWord(name))
      throw new BadFlags([`${name}: is none of ${Object.keys(HUB_COMMANDS).join(", ")}; see --help`])
    return load ? await (await load())(rest, process.env) : await runHub(argv)
  } catch (error) {
    // Errors that an operator can fix are printed in one line. Everything else is a bug and keeps its stack.
    const known = OPERATOR_ERRORS.some((kind) => error instanceof kind)
    throw known || NO_DATABASE.test(codeOf(error)) ? new BadFlags([(error as Error).message]) : error
  }
}

function isWord(name: string): boolean {
  return name !== "" && !name.startsWith("-")
}

async function runHub(argv: readonly string[]): Promise<number> {
  const parsed = readFlags(HUB_COMMAND, argv, process.env)
  if (parsed.help) {
    process.stdout.write(helpOf(HUB_COMMAND))
    return 0
  }
  const log = createLog({ level: parsed.settings.logLevel, name: "hub" })
  const { lockDatabase } = await import("./composition/lock-database.ts")
  const owned = await lockDatabase(parsed.settings)
  try {
    const { startHub } = await import("./main.ts")
    const hub = await startHub(parsed.settings, { log, process })
    const watchdog = await startWatchdog({ env: process.env, url: hub.url, log })
    await hub.stopped
    await watchdog.stop()
    return 0
  } finally {
    owned?.release()
  }
}
