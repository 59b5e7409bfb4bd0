/** The `brasa` executable: runs the command that the first argument names. */

import { disableBrotli } from "../runtime/disable-brotli.ts"
import { faultsOf } from "./faults.ts"

/** Other users of the machine must not read a store's sales. The package's units set the same. */
const DATA_UMASK = 0o027

interface Command {
  readonly about: string
  /** Its files are meant for others to read. */
  readonly isPublisher?: boolean
  readonly load: () => Promise<(argv: readonly string[]) => Promise<number>>
}

/** Loaded on demand, so that a box does not load the hub's libraries. */
const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    about: "a hub, a store's box, an emulated printer and demo data",
    load: async () => (await import("./demo.ts")).runDemoCommand,
  },
  hub: {
    about:
      "the cloud hub; also: hub provision, create-key, claim, jobs, webhooks, fiscal, template, person, updates, move, archive",
    load: async () => (await import("../hub/cli.ts")).runHubCommand,
  },
  listen: {
    about: "forwards a hub's signed events to this machine, for developers of webhook receivers",
    load: async () => {
      const { runListen } = await import("../hub/cli/listen.ts")
      return (argv) => runListen(argv, process.env)
    },
  },
  appliance: {
    about:
      "the box in the store; also: appliance network, pair, pin, backup, restore, check, bundle, standby-code, promote, update",
    load: async () => (await import("../appliance/cli.ts")).runApplianceCommand,
  },
  release: {
    about: "signs new versions: release keygen, sign, check",
    isPublisher: true,
    load: async () => (await import("./release-command.ts")).runRelease,
  },
  printer: {
    about: "the printer emulator; also: printer find, preview, pictures",
    load: async () => (await import("../appliance/printing/documents/preview-command.ts")).runPrinterCommands,
  },
}

disableBrotli()
// If the reader of the output stops early, as `| head` does, the command still runs to its end.
process.stdout.on("error", (error: { readonly code?: unknown }) => {
  if (error.code !== "EPIPE") throw error
})
process.exitCode = await run(process.argv.slice(2))

async function run([name, ...argv]: readonly string[]): Promise<number> {
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!command) {
    const isHelp = name === undefined || name === "--help" || name === "-h"
    ;(isHelp ? process.stdout : process.stderr).write(
      isHelp ? usage() : `brasa: there is no command "${name}"\n\n${usage()}`,
    )
    return isHelp ? 0 : 2
  }
  if (!command.isPublisher) process.umask(DATA_UMASK)
  try {
    return await (await command.load())(argv)
  } catch (error) {
    const faults = faultsOf(error)
    if (!faults) throw error
    for (const line of faults) process.stderr.write(`brasa ${name}: ${line}\n`)
    return 2
  }
}

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, { about }]) => `  brasa ${name.padEnd(12)}${about}`)
  return `Usage: brasa COMMAND [options]\n\n${rows.join("\n")}\n\nEach command has --help.\n`
}
