/** The hub's command line: which command is meant, and what an operator can mend told in one line. */
import { codeOf } from "../protocol/runtime/dialect.ts"
import { BadFlags, helpOf, readFlags } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { SchemaRefused } from "../protocol/runtime/migrate.ts"
import { MoveRefused } from "../protocol/runtime/move-database.ts"
import { SqliteDamaged } from "../protocol/runtime/sqlite.ts"
import { StoreUnavailable } from "../protocol/runtime/store-errors.ts"
import { startWatchdog } from "../protocol/runtime/watchdog.ts"
import { runArchive } from "./archive-cli.ts"
import type { Env } from "./at-desk.ts"
import { runClaim } from "./claim-cli.ts"
import { HUB_COMMAND } from "./config.ts"
import { runCreateKey } from "./create-key-cli.ts"
import { runFiscal } from "./fiscal-cli.ts"
import { runJobs } from "./jobs-cli.ts"
import { startHub } from "./main.ts"
import { runMove } from "./move-cli.ts"
import { runPerson } from "./person-cli.ts"
import { runProvision } from "./provision-cli.ts"
import { ArchiveRefused } from "./retention/index.ts"
import { runTemplate } from "./template-cli.ts"
import { runUpdates } from "./updates-cli.ts"
import { runWebhooks } from "./webhooks-cli.ts"

/** SQLite's words for a file that it cannot use. */
const DISK = /^SQLITE_(NOTADB|CANTOPEN|READONLY|FULL|IOERR|CORRUPT)/

const TOLD = [StoreUnavailable, SchemaRefused, SqliteDamaged, MoveRefused, ArchiveRefused]

/** Each at the hub's database; without any of these words the hub itself runs. */
const COMMANDS: Readonly<Record<string, (argv: readonly string[], env: Env) => Promise<number>>> = {
  provision: runProvision,
  "create-key": runCreateKey,
  claim: runClaim,
  jobs: runJobs,
  template: runTemplate,
  webhooks: runWebhooks,
  fiscal: runFiscal,
  person: runPerson,
  updates: runUpdates,
  move: runMove,
  archive: runArchive,
}

/** The exit code. */
export async function runHubCommand(argv: readonly string[]): Promise<number> {
  try {
    const [name = "", ...rest] = argv
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    return command ? await command(rest, process.env) : await runHub(argv)
  } catch (error) {
    // What an operator can mend is told in one line; everything else is a bug and keeps its stack.
    const known = TOLD.some((kind) => error instanceof kind)
    throw known || DISK.test(codeOf(error)) ? new BadFlags([(error as Error).message]) : error
  }
}

async function runHub(argv: readonly string[]): Promise<number> {
  const asked = readFlags(HUB_COMMAND, argv, process.env)
  if (asked.help) {
    process.stdout.write(helpOf(HUB_COMMAND))
    return 0
  }
  const log = createLog({ level: asked.settings.logLevel, name: "hub" })
  const hub = await startHub(asked.settings, { log, process })
  const watchdog = await startWatchdog({ env: process.env, url: hub.url, log })
  await hub.stopped
  await watchdog.stop()
  return 0
}
