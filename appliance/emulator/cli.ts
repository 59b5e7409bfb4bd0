/** `brasa printer`: the emulator in a terminal. Typed commands cause faults. */
import { createInterface } from "node:readline"
import { BadFlags, type Command, helpOf, readFlags, reading } from "../../runtime/flags.ts"
import { PROFILES, runFindCommand, runModelsCommand } from "../printing/index.ts"
import { type Emulator, startEmulator } from "./start-emulator.ts"

const KEYS = `Type a word and Enter: paper (runs out, or is back), cover (open, or closed), offline (on, or off),
low N (paper runs out after N more rows), off, on (power), cable broken, cable whole, fail N (the cable breaks after N more bytes),
slow N (bytes a second; 0 for as fast as they come), status, quit.`

const FLAGS = {
  tcp: {
    value: "PORT",
    about: "Listens on this port (9100 is what printers use; 0 for a free one).",
    read: reading.port(null),
  },
  pty: { value: "PATH", about: "Appears as a serial port at PATH.", read: reading.text(null) },
  http: {
    value: "PORT",
    about: "Shows the paper in a page on this port of this machine, as it comes out (0 for a free one).",
    read: reading.port(null),
  },
  out: { value: "DIR", about: "Puts each receipt into DIR as .txt, .svg and .png.", read: reading.text(null) },
  profile: {
    value: "NAME",
    about: "Which printer it plays, as brasa printer models lists them (default generic-80).",
    read: reading.oneOf(
      PROFILES.map((profile) => profile.id),
      "generic-80",
    ),
  },
}

const COMMAND: Command<typeof FLAGS> = {
  usage: "brasa printer --tcp PORT | --pty PATH [--http PORT] [--out DIR] [--profile NAME]",
  about: `Plays an ESC/POS receipt printer: real status replies, faults on command, receipts as text and picture.\n\nbrasa printer find lists real printers, brasa printer models the models that it can play.\n\n${KEYS}`,
  flags: FLAGS,
}

/** Runs until `quit`, Ctrl-C or SIGTERM. Returns the exit code. */
export async function runPrinterCommand(argv: readonly string[]): Promise<number> {
  if (argv[0] === "find") return runFindCommand(argv.slice(1))
  if (argv[0] === "models") return runModelsCommand(argv.slice(1))
  const { settings, help } = readFlags(COMMAND, argv, process.env)
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  if (settings.tcp === null && settings.pty === null)
    throw new BadFlags(["say where it listens: --tcp PORT or --pty PATH"])
  const emulator = await startEmulator({
    tcp: settings.tcp ?? undefined,
    pty: settings.pty ?? undefined,
    http: settings.http ?? undefined,
    out: settings.out ?? undefined,
    profile: settings.profile,
    onReceipt: (receipt) => process.stdout.write(`\n${receipt.text}${"~".repeat(40)}\n`),
    onUnknown: (name) => process.stdout.write(`${JSON.stringify(name)} is no command of this printer\n`),
    onPulse: (pulse) => process.stdout.write(`drawer ${pulse.pin + 1} opens (${pulse.onMs} ms)\n`),
  })
  process.stdout.write(`${describeEmulator(emulator)}\n${KEYS}\n`)
  await untilStopped(emulator)
  await emulator.stop()
  return 0
}

function describeEmulator(emulator: Emulator): string {
  const addresses = [
    emulator.port === null ? [] : [`tcp://127.0.0.1:${emulator.port}`],
    emulator.ptyPath === null ? [] : [`serial://${emulator.ptyPath}`],
  ].flat()
  const window = emulator.windowUrl === null ? "" : `\nIts paper: ${emulator.windowUrl}`
  return `A ${emulator.profile.name} printer with ${emulator.profile.width} columns at ${addresses.join(" and ")}${window}`
}

async function untilStopped(emulator: Emulator): Promise<void> {
  const input = createInterface({ input: process.stdin })
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve)
    process.once("SIGTERM", resolve)
    input.on("line", (line) => {
      if (line.trim() === "quit") resolve()
      else void runTypedCommand(emulator, line.trim()).then((answer) => process.stdout.write(`${answer}\n`))
    })
  })
  input.close()
}

async function runTypedCommand(emulator: Emulator, line: string): Promise<string> {
  const [word, number] = line.split(/\s+/)
  const toggle = (name: "paperOut" | "coverOpen" | "offline") => {
    const next = !emulator.condition()[name]
    emulator.set({ [name]: next })
    return `${name}: ${next ? "yes" : "no"}`
  }
  if (word === "paper") return toggle("paperOut")
  if (word === "cover") return toggle("coverOpen")
  if (word === "offline") return toggle("offline")
  if (word === "low" && /^\d+$/.test(number ?? "")) {
    emulator.setAfter(Number(number), { paperOut: true })
    return `paper for ${number} more rows`
  }
  if (word === "off") return emulator.switchOff().then(() => "off")
  if (word === "on") return emulator.switchOn().then(() => "on")
  if (word === "cable") {
    emulator.cutCable(number !== "whole")
    return `cable ${number === "whole" ? "whole" : "broken"}`
  }
  if (word === "fail" && /^\d+$/.test(number ?? "")) {
    emulator.failAfter(Number(number), "cable")
    return `the cable breaks after ${number} more bytes`
  }
  if (word === "slow" && /^\d+$/.test(number ?? "")) {
    emulator.slowLine(Number(number) || null)
    return Number(number) ? `${number} bytes a second` : "as fast as they come"
  }
  if (word === "status") return `${JSON.stringify(emulator.condition())}, ${emulator.receipts.length} receipts`
  return KEYS
}
