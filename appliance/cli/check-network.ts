/** `brasa appliance network`: checks the connection to the hub, whether the box runs or not. */
import { setupText } from "../../protocol/print/setup-words.ts"
import { type Command, type FlagTable, helpOf, readFlags } from "../../runtime/flags.ts"
import { APPLIANCE_FLAGS } from "../config.ts"
import { checkNetwork, NETWORK } from "../maintenance/setup/index.ts"

const FLAGS = { hub: APPLIANCE_FLAGS.hub, hubMqtt: APPLIANCE_FLAGS.hubMqtt } as const satisfies FlagTable

const NETWORK_COMMAND: Command<typeof FLAGS> = {
  usage: "brasa appliance network --hub URL [options]",
  about: "Checks address, names, hub, MQTT port and clock, and says what to do. Exit code 1 if something is wrong.",
  flags: FLAGS,
}

const MARKS = { good: "ok  ", waiting: "todo", warning: "look", bad: "BAD " } as const

export async function runNetwork(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, help } = readFlags(NETWORK_COMMAND, argv, env)
  if (help) {
    process.stdout.write(helpOf(NETWORK_COMMAND))
    return 0
  }
  const ways = { hub: settings.hub, mqtt: settings.hubMqtt, isLinked: false, nowMs: Date.now() }
  const checks = await checkNetwork(ways, NETWORK)
  for (const { check, is, cause, facts } of checks) {
    const name = setupText(`check.${check}`, "en").padEnd(16)
    process.stdout.write(`${MARKS[is]}  ${name}${setupText(`cause.${cause}`, "en", facts)}\n`)
  }
  return checks.some(({ is }) => is === "bad") ? 1 : 0
}
