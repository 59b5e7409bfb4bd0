/** `brasa printer find`: lists the printers that this machine can reach, in the form that `--printer` takes. */
import type { FoundPrinter } from "../../../protocol/shapes/found-printer.ts"
import { type Command, helpOf, readFlags, reading } from "../../../runtime/flags.ts"
import { findPrinters, localHosts } from "./find-printers.ts"

const PORT_DEFAULT = 9100
const FLAGS = {
  host: {
    value: "HOST",
    many: true,
    about: "Looks only here (default: the networks of this machine, 254 addresses each).",
    read: (texts: readonly string[]): readonly string[] => texts,
  },
  port: { value: "N", about: "The printers' port (default 9100).", read: reading.port(PORT_DEFAULT) },
  ask: {
    about: "Asks who they are and whether they tell their status. An office printer may print a page for it.",
    read: reading.switch,
  },
}

const COMMAND: Command<typeof FLAGS> = {
  usage: "brasa printer find [--ask] [--host HOST …] [--port N]",
  about: "Lists the printers on this machine's network and plugged into it, as --printer takes them.",
  flags: FLAGS,
}

/** The exit code: 1 where there is none. */
export async function runFindCommand(argv: readonly string[]): Promise<number> {
  const { settings, help } = readFlags(COMMAND, argv, {})
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const hosts = settings.host.length > 0 ? settings.host : localHosts()
  const found = await findPrinters({ hosts, port: settings.port ?? PORT_DEFAULT, ask: settings.ask })
  process.stdout.write(found.length === 0 ? "No printer answers here.\n" : `${found.map(rowOf).join("\n")}\n`)
  return found.length === 0 ? 1 : 0
}

function rowOf({ spec, model, answers, card }: FoundPrinter): string {
  const status = answers === null ? "" : answers ? "tells its status" : "does not tell its status: add ?status=no"
  return [spec, model, status, card].filter(Boolean).join("  ")
}
