/** The box's command line. */
import { helpOf, readFlags } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { startWatchdog } from "../protocol/runtime/watchdog.ts"
import { runBackup, runBundle, runCheck, runRestore } from "./care/index.ts"
import { APPLIANCE_COMMAND } from "./config.ts"
import { type RunningAppliance, startAppliance } from "./main.ts"
import { runNetwork } from "./network-cli.ts"
import { runPair } from "./pair-cli.ts"
import { runPin } from "./pin-cli.ts"
import { runRehearsal } from "./rehearse-cli.ts"
import { standByFirst } from "./stand-by-first.ts"
import { runPromote, runStandbyCode } from "./standby-cli.ts"
import { runUpdate } from "./update-cli.ts"

const FIRST_REGISTER = { kind: "pos", deviceId: "pos-1" } as const
const FIRST_MANAGER = { kind: "manager", deviceId: "manager-1" } as const

const CARING = new Map([
  ["backup", runBackup],
  ["restore", runRestore],
  ["check", runCheck],
  ["bundle", runBundle],
])

/** The exit code. */
export async function runApplianceCommand(argv: readonly string[]): Promise<number> {
  if (argv[0] === "pair") return runPair(argv.slice(1), process.env)
  if (argv[0] === "pin") return runPin(argv.slice(1), process.env)
  const caring = argv[0] === undefined ? undefined : CARING.get(argv[0])
  if (caring) return caring(argv.slice(1), process.env)
  if (argv[0] === "standby-code") return runStandbyCode(argv.slice(1), process.env)
  if (argv[0] === "network") return runNetwork(argv.slice(1), process.env)
  if (argv[0] === "promote") return runPromote(argv.slice(1), process.env)
  if (argv[0] === "rehearse") return runRehearsal(argv.slice(1), process.env)
  if (argv[0] === "update") return runUpdate(argv.slice(1), process.env)
  const { settings, help } = readFlags(APPLIANCE_COMMAND, argv, process.env)
  if (help) {
    process.stdout.write(helpOf(APPLIANCE_COMMAND))
    return 0
  }
  const log = createLog({ level: settings.logLevel, name: "box" })
  if ((await standByFirst(settings, log)) === "stopped") return 0
  let box: RunningAppliance | null = null
  let told = false
  /** A box that is ready to sell says how its first register and its manager's page get in. */
  const tellPairing = () => {
    if (!box?.hasConfig() || told) return
    told = true
    const register = box.pairingCode(FIRST_REGISTER)
    const manager = box.pairingCode(FIRST_MANAGER)
    if (register) process.stdout.write(`\nRegister: open ${box.url}/pos and type the pairing code ${register}\n`)
    if (manager) process.stdout.write(`\nManager: open ${box.url}/manage and type the pairing code ${manager}\n\n`)
  }
  box = await startAppliance(settings, {
    log,
    process,
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
