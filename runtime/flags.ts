/** Reads and checks a command's configuration from flags and environment variables, and reports all faults, one per line. */
import { parseArgs } from "node:util"

export interface Flag<T> {
  /** Environment variable used if the flag is missing, `BRASA_…`. */
  readonly env?: string
  /** `PORT` in `--port PORT`; undefined for a switch. */
  readonly value?: string
  readonly many?: boolean
  readonly about: string
  /** Parses the texts; the message of a thrown Error becomes the fault. */
  readonly read: (texts: readonly string[]) => T
}

export type FlagTable = Readonly<Record<string, Flag<unknown>>>

export type Settings<Table extends FlagTable> = { readonly [Name in keyof Table]: ReturnType<Table[Name]["read"]> }

export interface Command<Table extends FlagTable> {
  /** Shown in the help, such as `brasa hub provision FILE`. */
  readonly usage: string
  readonly about: string
  readonly flags: Table
  /** Maximum number of positional arguments. */
  readonly words?: number
}

/** The faults of a command line, which are shown one per line; the exit code is 2. */
export class BadFlags extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join("\n"))
    this.faults = faults
  }
}

/** Flags override environment variables. Throws BadFlags with all faults. */
export function readFlags<Table extends FlagTable>(
  command: Command<Table>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { settings: Settings<Table>; words: readonly string[]; help: boolean } {
  const { values, words } = parse(command, argv)
  if (values.help === true) return { settings: {} as Settings<Table>, words, help: true }
  const faults: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, flag] of Object.entries(command.flags)) {
    try {
      settings[name] = flag.read(textsOf(flag, values[kebab(name)], env))
    } catch (error) {
      const source =
        values[kebab(name)] === undefined && textsOf(flag, undefined, env).length > 0 ? flag.env : undefined
      faults.push(`${source ?? `--${kebab(name)}`}: ${(error as Error).message}`)
    }
  }
  if (words.length > (command.words ?? 0)) faults.push(`${words[command.words ?? 0]}: is not expected here`)
  if (faults.length > 0) throw new BadFlags(faults)
  return { settings: settings as Settings<Table>, words, help: false }
}

export function helpOf<Table extends FlagTable>({ usage, about, flags }: Command<Table>): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const left = `  --${kebab(name)}${flag.value ? ` ${flag.value}` : ""}${flag.many ? " …" : ""}`
    return [left, flag.env ? `${flag.about} [${flag.env}]` : flag.about] as const
  })
  rows.push(["  --help", "Shows this help."])
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return [`Usage: ${usage}`, "", about, "", ...rows.map(([left, right]) => left.padEnd(width) + right), ""].join("\n")
}

function parse<Table extends FlagTable>(command: Command<Table>, argv: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, flag]) => [
      kebab(name),
      flag.value ? { type: "string" as const, multiple: true } : { type: "boolean" as const },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    })
    return { values: values as Record<string, string[] | boolean | undefined>, words: positionals }
  } catch (error) {
    throw new BadFlags([`${(error as Error).message.split(". ")[0]}; see --help`])
  }
}

function textsOf(
  flag: Flag<unknown>,
  passed: string[] | boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (passed === true) return ["1"]
  if (Array.isArray(passed)) return flag.many ? passed : passed.slice(-1)
  const text = flag.env ? env[flag.env] : undefined
  if (text === undefined || text === "") return []
  return flag.many ? text.split(/\s+/) : [text]
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const PORT_MAX = 65_535

/** Parsers of flag values: each gets the texts and returns the value, or throws an Error with the fault. */
export const reading = {
  text:
    <D extends string | null>(fallback: D) =>
    ([text]: readonly string[]): string | D =>
      text ?? fallback,
  required: ([text]: readonly string[]): string => {
    if (!text) throw new Error("is required")
    return text
  },
  whole:
    <D extends number | null>(fallback: D, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
    ([text]: readonly string[]): number | D => {
      if (text === undefined) return fallback
      const number = Number(text)
      if (!/^\d+$/.test(text) || number < min || number > max) {
        throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`)
      }
      return number
    },
  /** 0: the system chooses the port. */
  port: <D extends number | null>(fallback: D) => reading.whole(fallback, { max: PORT_MAX }),
  switch: ([text]: readonly string[]): boolean => {
    if (text === undefined || text === "0" || text === "false") return false
    if (text === "1" || text === "true") return true
    throw new Error(`must be 1 or 0, not "${text}"`)
  },
  oneOf:
    <const Words extends string>(words: readonly Words[], fallback: Words) =>
    ([text]: readonly string[]): Words => {
      const word = words.find((candidate) => candidate === (text ?? fallback))
      if (!word) throw new Error(`must be one of ${words.join(", ")}, not "${text}"`)
      return word
    },
  url:
    <D extends string | null>(schemes: readonly string[], fallback: D) =>
    ([text]: readonly string[]): string | D => {
      if (text === undefined) return fallback
      const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : null
      if (!scheme || !schemes.includes(scheme)) {
        throw new Error(`must be a URL like ${schemes.map((name) => `${name}://…`).join(" or ")}, not "${text}"`)
      }
      return text
    },
}
