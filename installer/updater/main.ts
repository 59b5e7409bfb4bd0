/** The updater's program. It runs as root, handles one request and ends. systemd starts it for a request of the box and at every boot. */
import { mkdirSync, readFileSync } from "node:fs"
import { disableBrotli } from "../../runtime/disable-brotli.ts"
import { BadFlags, helpOf, readFlags } from "../../runtime/flags.ts"
import { readReleaseKeys } from "../../runtime/release-keys.ts"
import { UPDATER } from "./config.ts"
import { runUpdate } from "./run-update.ts"
import { createService } from "./service.ts"

/** Long, because a large database is copied first, while the store sells. */
const REHEARSE_MS = 15 * 60_000

disableBrotli()
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const lines = error instanceof BadFlags ? error.faults : [(error as Error).message]
  for (const line of lines) process.stderr.write(`brasa-updater: ${line}\n`)
  process.exitCode = 2
}

/** Returns the exit code: 0 also for a refused or rolled-back version, which is recorded in the state. */
async function run(argv: readonly string[]): Promise<number> {
  const { settings, help } = readFlags(UPDATER, argv, {})
  if (help) {
    process.stdout.write(helpOf(UPDATER))
    return 0
  }
  const { root, spool, state, keys, gateSeconds } = settings
  mkdirSync(state, { recursive: true, mode: 0o755 })
  await runUpdate({
    root,
    spool,
    state,
    platform: `${process.platform}-${process.arch}`,
    keys: readReleaseKeys(readFileSync(keys, "utf8")),
    service: createService(settings),
    gateMs: gateSeconds * 1_000,
    rehearseMs: REHEARSE_MS,
    now: () => new Date().toISOString(),
    monotonicMs: () => performance.now(),
    print: (line) => void process.stdout.write(`${line}\n`),
  })
  return 0
}
