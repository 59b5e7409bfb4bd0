/** The one executable: picks the machine or tool that the first word names. */

import { disableBrotli } from "../runtime/disable-brotli.ts"
import { faultsOf } from "./faults.ts"

/** Other users of the machine may not read what a store sells. The package's units say the same. */
const DATA_UMASK = 0o027

interface Command {
  readonly about: string
  /** Writes files that others are meant to read. */
  readonly isPublisher?: boolean
  readonly load: () => Promise<(argv: readonly string[]) => Promise<number>>
}

/** Loaded on demand: a box must not pay for the hub's libraries. */
const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    about: "hub, one store's box, a printer and demo data, all at once",
    load: async () => (await import("./demo.ts")).runDemoCommand,
  },
  hub: {
    about:
      "the cloud hub; also: hub provision, create-key, claim, jobs, webhooks, fiscal, template, person, updates, move, archive",
    load: async () => (await import("../hub/cli.ts")).runHubCommand,
  },
  listen: {
    about: "events of a hub come to this machine, signed, for those who write a receiver",
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
    about: "signs versions, for whoever makes them: release keygen, sign, check",
    isPublisher: true,
    load: async () => (await import("./release-command.ts")).runRelease,
  },
  printer: {
    about: "the printer emulator; also: printer find, preview, pictures",
    load: async () => (await import("../appliance/printing/documents/preview-command.ts")).runPrinterCommands,
  },
}

disableBrotli()
// Who reads only the first lines, as `| head` does, has what they wanted: what was asked is done all the same.
process.stdout.on("error", (error: { readonly code?: unknown }) => {
  if (error.code !== "EPIPE") throw error
})
process.exitCode = await run(process.argv.slice(2))

async function run([name, ...argv]: readonly string[]): Promise<number> {
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!command) {
    const wanted = name === undefined || name === "--help" || name === "-h"
    ;(wanted ? process.stdout : process.stderr).write(
      wanted ? usage() : `brasa: there is no command "${name}"\n\n${usage()}`,
    )
    return wanted ? 0 : 2
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
  return `Usage: brasa COMMAND [options]\n\n${rows.join("\n")}\n\nEach command answers --help.\n`
}
