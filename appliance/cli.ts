/** The box's command line. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { helpOf, readFlags } from "../runtime/flags.ts"
import { createLog, type Log } from "../runtime/log.ts"
import { releaseStartupSpace } from "../runtime/reserved-disk-space.ts"
import { checkInThread } from "../runtime/storage/check-in-thread.ts"
import { StoreUnavailable } from "../runtime/storage/store-errors.ts"
import { startWatchdog } from "../runtime/watchdog.ts"
import { APPLIANCE_COMMAND } from "./config.ts"
import type { RunningAppliance } from "./main.ts"

const FIRST_REGISTER = { kind: "pos", deviceId: "pos-1" } as const
const FIRST_MANAGER = { kind: "manager", deviceId: "manager-1" } as const

/** The wait before pairing codes are written again after the disk was full. */
const PAIRING_AGAIN_MS = 5_000

/** Runs the box, or a console command such as `backup`; resolves with the exit code. */
export async function runApplianceCommand(argv: readonly string[]): Promise<number> {
  const [word = "-", ...rest] = argv
  // A starting box does not load the console commands.
  const command = word.startsWith("-") ? undefined : (await import("./cli/commands.ts")).CONSOLE_COMMANDS.get(word)
  return command ? command(rest, process.env) : runBox(argv)
}

async function runBox(argv: readonly string[]): Promise<number> {
  const { settings, help } = readFlags(APPLIANCE_COMMAND, argv, process.env)
  if (help) {
    process.stdout.write(helpOf(APPLIANCE_COMMAND))
    return 0
  }
  const log = createLog({ level: settings.logLevel, name: "box" })
  if (settings.standbyOf) {
    const { runAsStandby } = await import("./composition/run-as-standby.ts")
    if ((await runAsStandby(settings, log)) === "stopped") return 0
  }
  const checked = checkDatabase(settings.data)
  const { startAppliance } = await import("./main.ts")
  let box: RunningAppliance | null = null
  let told = false
  /** Prints the pairing codes of the first register and manager's page once the box has its store. */
  const tellPairing = () => {
    if (!box?.hasConfig() || told) return
    told = tellPairingCodes(box, log)
    if (!told) setTimeout(tellPairing, PAIRING_AGAIN_MS).unref()
  }
  box = await startAppliance(settings, {
    log,
    process,
    checked,
    showClaim: (code, expiresAt) => {
      process.stdout.write(
        `\nClaim code: ${code}   (until ${expiresAt})\n  brasa hub claim ${code} --store STORE_ID\n\n`,
      )
    },
    onConfigured: tellPairing,
  })
  tellPairing()
  const watchdog = await startWatchdog({ env: process.env, url: box.url, log })
  await box.stopped
  await watchdog.stop()
  return 0
}

/** Returns false if the codes could not be saved: a full disk must not end a box that has no screen yet. */
function tellPairingCodes(box: RunningAppliance, log: Log): boolean {
  try {
    const register = box.pairingCode(FIRST_REGISTER)
    const manager = box.pairingCode(FIRST_MANAGER)
    if (register) process.stdout.write(`\nRegister: open ${box.url}/pos and type the pairing code ${register}\n`)
    if (manager) process.stdout.write(`\nManager: open ${box.url}/manage and type the pairing code ${manager}\n\n`)
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, "the pairing codes are shown as soon as the disk can be written")
    return false
  }
}

/** Checks the database in a thread while the rest of the program loads. `startAppliance` awaits the result and its errors. */
function checkDatabase(data: string): Promise<readonly string[]> {
  releaseStartupSpace(data)
  const file = join(data, "box.db")
  const checked = existsSync(file) ? checkInThread(file) : Promise.resolve([])
  checked.catch(() => undefined)
  return checked
}
