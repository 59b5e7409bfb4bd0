/** The box's command line. */
import { helpOf, readFlags } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { APPLIANCE_COMMAND } from "./config.ts"
import { type RunningAppliance, startAppliance } from "./main.ts"

const FIRST_REGISTER = { kind: "pos", deviceId: "pos-1" } as const

/** The exit code. */
export async function runApplianceCommand(argv: readonly string[]): Promise<number> {
  const { settings, help } = readFlags(APPLIANCE_COMMAND, argv, process.env)
  if (help) {
    process.stdout.write(helpOf(APPLIANCE_COMMAND))
    return 0
  }
  const log = createLog({ level: settings.logLevel, name: "box" })
  let box: RunningAppliance | null = null
  let told = false
  /** A box that is ready to sell says how its first register gets in. */
  const tellPairing = () => {
    const code = box?.hasConfig() && !told ? box.pairingCode(FIRST_REGISTER) : null
    if (code === null) return
    told = true
    process.stdout.write(`\nRegister: open ${box?.url}/pos and type the pairing code ${code}\n\n`)
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
  await box.stopped
  return 0
}
