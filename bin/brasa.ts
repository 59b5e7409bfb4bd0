/** The one executable: picks the machine or tool that the first word names. */

import { BadFlags } from "../protocol/runtime/flags.ts"
import { SchemaRefused } from "../protocol/runtime/migrate.ts"
import { DirectoryTaken } from "../protocol/runtime/own-directory.ts"

interface Command {
  readonly about: string
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
      "the cloud hub; also: hub provision, create-key, claim, jobs, webhooks, fiscal, template, person, updates, move",
    load: async () => (await import("../hub/cli.ts")).runHubCommand,
  },
  listen: {
    about: "events of a hub come to this machine, signed, for those who write a receiver",
    load: async () => {
      const { runListen } = await import("../hub/listen-cli.ts")
      return (argv) => runListen(argv, process.env)
    },
  },
  appliance: {
    about: "the box in the store; also: appliance pair, pin, backup, restore, check, bundle",
    load: async () => (await import("../appliance/cli.ts")).runApplianceCommand,
  },
  release: {
    about: "signs versions, for whoever makes them: release keygen, sign, check",
    load: async () => (await import("./release-command.ts")).runRelease,
  },
  printer: {
    about: "the printer emulator; also: printer find, preview, pictures",
    load: async () => (await import("../appliance/papers/printer-command.ts")).runPapersCommand,
  },
}

const DISK = /^(EROFS|ENOSPC|EACCES|EIO|SQLITE_(CANTOPEN|READONLY|FULL|IOERR))/

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
  try {
    return await (await command.load())(argv)
  } catch (error) {
    const faults = faultsOf(error)
    if (!faults) throw error
    for (const line of faults) process.stderr.write(`brasa ${name}: ${line}\n`)
    return 2
  }
}

/** The mistakes that are made at a start, in words; null for what is none of them. */
function faultsOf(error: unknown): readonly string[] | null {
  if (error instanceof BadFlags) return error.faults
  if (error instanceof DirectoryTaken || error instanceof SchemaRefused) return [error.message]
  const fault: SystemFault = Object(error)
  const word = fault.syscall === "listen" || fault.syscall === "getaddrinfo" ? wordOfDoor(fault) : wordOfDisk(fault)
  return word === null ? null : [word]
}

interface SystemFault {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly address?: unknown
  readonly hostname?: unknown
  readonly port?: unknown
}

function wordOfDoor({ code, port, address, hostname }: SystemFault): string | null {
  if (code === "EADDRINUSE")
    return `port ${port} is in use by another program; stop that one or choose another port (see --help)`
  if (code === "EACCES") return `port ${port} is the system's own; choose one above 1023 (see --help)`
  if (code !== "EADDRNOTAVAIL" && code !== "ENOTFOUND") return null
  return `this machine has no address ${address ?? hostname}; choose another --host, or 0.0.0.0 for all that it has`
}

function wordOfDisk({ code, syscall, message }: SystemFault): string | null {
  if (DISK.test(String(code)))
    return `the disk takes nothing (${message}): it is full, may only be read, fails, or belongs to another user`
  return syscall === "mkdir" ? `there can be no folder for the data (${message}); choose another --data` : null
}

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, { about }]) => `  brasa ${name.padEnd(12)}${about}`)
  return `Usage: brasa COMMAND [options]\n\n${rows.join("\n")}\n\nEach command answers --help.\n`
}
