/** The shell's configuration: flags, environment and a file, read once; flags win over the environment, the environment over the file. */
import { readFileSync } from "node:fs"
import { BadFlags, type Command, type FlagTable, readFlags, reading, type Settings } from "../../runtime/flags.ts"
import { isExitCodeHash } from "./exit-code.ts"

export const LANGUAGES = ["es", "pt", "en"] as const
export type Language = (typeof LANGUAGES)[number]

/** Three modifiers: they are not pressed by accident, and no page uses them. */
const EXIT_KEYS = "CommandOrControl+Alt+Shift+Q"

const SHELL_FLAGS = {
  box: {
    env: "BRASA_KIOSK_BOX",
    value: "URL",
    about: "The box's address (default http://127.0.0.1:8090).",
    read: (texts: readonly string[]) => readBox(texts),
  },
  page: {
    env: "BRASA_KIOSK_PAGE",
    value: "PATH",
    about: "The page to show: /pos, /kiosk, /kds, /kds/expo, /kds/board, /manage (default /pos).",
    read: (texts: readonly string[]) => readPage(texts),
  },
  language: {
    env: "BRASA_KIOSK_LANGUAGE",
    value: "LANGUAGE",
    about: `The language of the offline page: ${LANGUAGES.join(", ")} (default: the machine's).`,
    read: (texts: readonly string[]): Language | null =>
      texts[0] === undefined ? null : reading.oneOf(LANGUAGES, "es")(texts),
  },
  display: {
    env: "BRASA_KIOSK_DISPLAY",
    value: "N",
    about: "Which display, counted from 1 (default: the primary one).",
    read: reading.whole(null, { min: 1, max: 16 }),
  },
  windowed: {
    env: "BRASA_KIOSK_WINDOWED",
    about: "A window instead of the whole screen, to try things out.",
    read: reading.switch,
  },
  exitKeys: {
    env: "BRASA_KIOSK_EXIT_KEYS",
    value: "KEYS",
    about: `The keys that leave the kiosk, or "none" (default ${EXIT_KEYS}).`,
    read: ([keys = EXIT_KEYS]: readonly string[]): string | null => (keys === "none" ? null : keys),
  },
  exitCode: {
    env: "BRASA_KIOSK_EXIT_CODE",
    value: "HASH",
    about: "The hash of the code that leaves the kiosk, as --make-exit-code prints it.",
    read: (texts: readonly string[]) => readExitHash(texts),
  },
  makeExitCode: {
    value: "CODE",
    about: "Prints the hash of a code of 4 to 12 digits, and exits.",
    read: (texts: readonly string[]) => readNewCode(texts),
  },
  allInOne: {
    env: "BRASA_KIOSK_ALL_IN_ONE",
    about: 'Starts the box too, as a process of its own; its options are in the file under "appliance".',
    read: reading.switch,
  },
  node: {
    env: "BRASA_KIOSK_NODE",
    value: "FILE",
    about: "All in one: Node's executable (default: the one that comes with the shell).",
    read: reading.text(null),
  },
  program: {
    env: "BRASA_KIOSK_PROGRAM",
    value: "FILE",
    about: "All in one: the box's program (default: the one that comes with the shell).",
    read: reading.text(null),
  },
  logs: {
    env: "BRASA_KIOSK_LOGS",
    value: "DIR",
    about: "The directory of shell.log and box.log (default: the system's log directory of this program).",
    read: reading.text(null),
  },
  updateUrl: {
    env: "BRASA_KIOSK_UPDATE_URL",
    value: "URL",
    about: "Where to look for newer versions of the shell. Without it the shell is not updated.",
    read: reading.url(["https"], null),
  },
  updateAt: {
    env: "BRASA_KIOSK_UPDATE_AT",
    value: "HH:MM",
    about: "When the shell may update itself, by the machine's clock (default 04:30).",
    read: (texts: readonly string[]) => readTime(texts),
  },
  updateChannel: {
    env: "BRASA_KIOSK_UPDATE_CHANNEL",
    value: "NAME",
    about: "Which releases: latest, beta (default latest).",
    read: reading.oneOf(["latest", "beta"], "latest"),
  },
  config: {
    env: "BRASA_KIOSK_CONFIG",
    value: "FILE",
    about: "The configuration file (default /etc/brasa/kiosk.json, or kiosk.json in the program's data directory).",
    read: reading.text(null),
  },
} as const satisfies FlagTable

export const SHELL_COMMAND: Command<typeof SHELL_FLAGS> = {
  usage: "brasa-kiosk [options]",
  about: "Shows one page of the box on the whole screen, and nothing else.",
  flags: SHELL_FLAGS,
}

export type ShellConfig = Settings<typeof SHELL_FLAGS> & {
  /** The arguments after `brasa appliance` in all-in-one mode. */
  readonly boxArgs: readonly string[]
  /** Unknown words of the command line: Chromium's own switches, or typing errors. */
  readonly ignored: readonly string[]
  readonly help: boolean
}

export interface ShellProcess {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The default configuration file; it may be missing. */
  readonly usualFile: string
}

/** Reads the configuration of this process; `usualFile` is the default configuration file. */
export function readProcessConfig(usualFile: string, argv: readonly string[]): ShellConfig {
  return readShellConfig({ argv, env: process.env, usualFile })
}

/** The environment for the box's process: everything but the shell's own settings. */
export function boxEnvironment(env: Readonly<Record<string, string | undefined>> = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(BRASA_KIOSK_|ELECTRON_)/.test(name)))
}

/** Throws `BadFlags` with all faults. */
export function readShellConfig({ argv, env, usualFile }: ShellProcess): ShellConfig {
  const { own, ignored } = separateChromiumSwitches(argv)
  const first = readFlags(SHELL_COMMAND, own, env)
  if (first.help) return { ...first.settings, boxArgs: [], ignored, help: true }
  const file = readConfigFile(first.settings.config ?? usualFile, first.settings.config !== null)
  const { appliance = {}, ...flags } = file
  const { settings } = readFlags(SHELL_COMMAND, own, { ...toEnvironment(flags), ...dropEmptyValues(env) })
  return { ...settings, boxArgs: readBoxArgs(appliance), ignored, help: false }
}

/** Separates the shell's flags from Chromium's switches, some of which Electron adds itself. */
function separateChromiumSwitches(argv: readonly string[]) {
  const names = new Map<string, boolean>(
    Object.entries({ ...SHELL_FLAGS, help: {} }).map(([name, flag]) => [`--${kebab(name)}`, "value" in flag]),
  )
  const own: string[] = []
  const ignored: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string
    const takesValue = names.get(word.split("=", 1)[0] as string)
    if (takesValue === undefined) ignored.push(word)
    else own.push(...(takesValue && !word.includes("=") ? argv.slice(at, ++at + 1) : [word]))
  }
  return { own, ignored }
}

function readConfigFile(path: string, mustExist: boolean): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === "ENOENT") return {}
    throw new BadFlags([`${path}: cannot be read (${(error as Error).message})`])
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Reported below.
  }
  throw new BadFlags([`${path}: must be a JSON object`])
}

/** Turns the box's options of the file into command-line arguments: `{ "hub": "https://…", "mqttPort": 1884, "printer": ["tcp://…"] }`; the box checks the values. */
function readBoxArgs(appliance: unknown): string[] {
  if (typeof appliance !== "object" || appliance === null || Array.isArray(appliance)) {
    throw new BadFlags(["appliance: must be an object of the box's options"])
  }
  const faults: string[] = []
  const args = Object.entries(appliance).flatMap(([name, given]) => {
    const values: unknown[] = Array.isArray(given) ? given : [given]
    if (values.every((value) => typeof value === "string" || typeof value === "number")) {
      return values.map((value) => `--${kebab(name)}=${value}`)
    }
    faults.push(`appliance.${name}: must be a text, a number or a list of texts`)
    return []
  })
  if (faults.length > 0) throw new BadFlags(faults)
  return args
}

function toEnvironment(file: Record<string, unknown>): Record<string, string> {
  const faults: string[] = []
  const env: Record<string, string> = {}
  for (const [key, value] of Object.entries(file)) {
    const flag = Object.hasOwn(SHELL_FLAGS, key) ? SHELL_FLAGS[key as keyof typeof SHELL_FLAGS] : undefined
    if (!flag || !("env" in flag)) faults.push(`${key}: is not an option of the file`)
    else if (!/^(string|number|boolean)$/.test(typeof value))
      faults.push(`${key}: must be a text, a number or true or false`)
    else env[flag.env] = String(value)
  }
  if (faults.length > 0) throw new BadFlags(faults)
  return env
}

function dropEmptyValues(env: ShellProcess["env"]): ShellProcess["env"] {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""))
}

function readBox([text = "http://127.0.0.1:8090"]: readonly string[]): string {
  const url = new URL(reading.url(["http", "https"], "")([text]))
  if (url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new Error(`must be an address alone, as http://192.168.1.20:8090, not "${text}"; the page goes into --page`)
  }
  return url.origin
}

function readPage([text = "/pos"]: readonly string[]): string {
  const url = URL.canParse(text, "http://box") ? new URL(text, "http://box") : null
  if (!text.startsWith("/") || url?.origin !== "http://box" || url.hash) {
    throw new Error(`must be a path of the box, as /pos or /kds/expo, not "${text}"`)
  }
  return url.pathname + url.search
}

function readExitHash([text]: readonly string[]): string | null {
  if (text === undefined) return null
  if (!isExitCodeHash(text)) throw new Error("must be what --make-exit-code prints, not the code itself")
  return text
}

function readNewCode([text]: readonly string[]): string | null {
  if (text === undefined) return null
  if (!/^\d{4,12}$/.test(text)) throw new Error("must be 4 to 12 digits")
  return text
}

function readTime([text = "04:30"]: readonly string[]): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new Error(`must be a time as 04:30, not "${text}"`)
  return text
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
