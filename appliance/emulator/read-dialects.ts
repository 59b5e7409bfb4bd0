/**
 * Splits the bytes of printers with their own command sets (Bematech, Elgin, Daruma, Diebold, Perto, Brother) into the same commands as
 * ESC/POS, so that one print head runs all. What a printer does not know is an `unknown` command.
 */
import { type EscposCommand, NO_DATA, type ReadCommand, type ReadCommands, readCommand } from "./read-command.ts"

const ESC = 0x1b
const GS = 0x1d
const LF = 0x0a
const LEADS: Readonly<Record<number, string>> = { [ESC]: "ESC", [GS]: "GS" }
const ASCII_0 = 0x30
const BACKSLASH = 0x5c
/** Bematech's byte of settings, after GS. */
const SETTING = "GS \xf9"

/** Reads the arguments that begin at `body`; null while they are incomplete. */
type ReadArguments = (bytes: Uint8Array, body: number) => ReadCommand | null

interface Dialect {
  /** Commands that differ from ESC/POS. */
  readonly own: Readonly<Record<string, ReadArguments>>
  /** Commands that are as in ESC/POS. */
  readonly shared: readonly string[]
}

/** A reader keeps the printer's mode, so each printer has its own. Null where the language is none of these. */
export function createDialectReader(language: string): ReadCommands | null {
  if (language === "bematech") return createBematechReader()
  const dialect = DIALECTS[language]
  return dialect === undefined ? null : (bytes, at) => readIn(dialect, bytes, at)
}

/** A command with a fixed number of argument bytes. */
function fixed(count: number, make: (args: readonly number[]) => EscposCommand): ReadArguments {
  return (bytes, body) => {
    const next = body + count
    return next > bytes.length ? null : { command: make([...bytes.subarray(body, next)]), next }
  }
}

const BOLD_BY_LETTERS = {
  "ESC E": fixed(0, () => command("ESC E", [1])),
  "ESC F": fixed(0, () => command("ESC E", [0])),
}
const CUT = fixed(0, () => command("GS V", [0]))
/** A drawer time in milliseconds; `ESC p` counts in twos. */
const timedPulse = (pin: number) => fixed(1, ([ms = 0]) => command("ESC p", [pin, ms / 2, 0]))
const PICTURES = ["ESC *", "ESC 2", "ESC 3", "ESC J"]

const ELGIN: Dialect = {
  own: {
    ...BOLD_BY_LETTERS,
    "ESC W": fixed(1, ([on = 0]) => command("WIDE", [on])),
    "ESC d": fixed(1, ([on = 0]) => command("TALL", [on])),
    "ESC m": CUT,
    "ESC v": timedPulse(0),
    "GS o": fixed(4, ([, size = 0]) => command("QR SIZE", [size])),
    "GS k": readElginQr,
  },
  shared: ["ESC @", "ESC t", "ESC a", ...PICTURES],
}

const DARUMA: Dialect = {
  own: {
    ...BOLD_BY_LETTERS,
    SO: fixed(0, () => command("LINE WIDE", [1])),
    DC4: fixed(0, () => command("LINE WIDE", [0])),
    "ESC w": fixed(1, ([on = 0]) => command("TALL", [on])),
    "ESC j": fixed(1, ([align = 0]) => command("ESC a", [align])),
    "ESC m": CUT,
    "ESC p": fixed(0, () => command("ESC p", [0, 0, 0])),
    "ESC \x81": readDarumaQr,
  },
  shared: ["ESC t", "ESC M", ...PICTURES],
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  elgin: ELGIN,
  perto: { ...ELGIN, shared: [...ELGIN.shared, "GS V"] },
  daruma: DARUMA,
  diebold: {
    own: {
      ...without(ELGIN.own, "ESC m", "ESC v"),
      "ESC w": CUT,
      "ESC &": fixed(3, ([pin = 0, on = 0, off = 0]) => command("ESC p", [pin - ASCII_0, on, off])),
    },
    shared: ["ESC a", ...PICTURES],
  },
  brother: {
    own: {
      ...BOLD_BY_LETTERS,
      "ESC W": fixed(1, ([on = 0]) => command("WIDE", [on])),
      "ESC i": readBrotherCommand,
      "ESC *": readBrotherPicture,
    },
    shared: ["ESC @", "ESC t", "ESC a"],
  },
}

const BEMA: Dialect = {
  own: {
    ...BOLD_BY_LETTERS,
    "ESC W": fixed(1, ([on = 0]) => command("WIDE", [on])),
    "ESC d": fixed(1, ([on = 0]) => command("TALL", [on])),
    "ESC m": CUT,
    "ESC w": CUT,
    "ESC v": timedPulse(0),
    "ESC \x80": timedPulse(1),
    "GS k": readBematechQr,
  },
  shared: ["ESC @", "ESC t", "ESC a", "ESC !", ...PICTURES],
}

/** `GS ù SP n` selects a mode until the printer is switched off, `GS ù 5 n` for good. Both start the mode afresh. */
function createBematechReader(): ReadCommands {
  let mode: "bema" | "esc-pos" = "bema"
  return (bytes, at) => {
    const name = nameAt(bytes, at)
    if (name === SETTING) {
      const [which, value] = bytes.subarray(at + 2, at + 4)
      if (which === undefined || value === undefined) return null
      mode = (value & 1) === 0 ? "bema" : "esc-pos"
      return { command: command("ESC @", []), next: at + 4 }
    }
    if (mode === "bema") return readIn(BEMA, bytes, at)
    const isQr = name === "GS k" && (bytes[at + 2] === undefined || bytes[at + 2] === 0x51)
    return isQr ? readBematechQr(bytes, at + 2) : readCommand(bytes, at)
  }
}

function readIn({ own, shared }: Dialect, bytes: Uint8Array, at: number): ReadCommand | null {
  const name = nameAt(bytes, at)
  if (name === "incomplete") return null
  const isControl = name === "SO" || name === "DC4"
  const reader = name === null ? undefined : own[name]
  if (reader !== undefined) return reader(bytes, at + (isControl ? 1 : 2))
  if (name === null || shared.includes(name)) return readCommand(bytes, at)
  return { command: { kind: "unknown", name }, next: at + (isControl ? 1 : 2) }
}

/** The name of the command at `at`; null for text and for control codes that all printers share. */
function nameAt(bytes: Uint8Array, at: number): string | null {
  const [first, letter] = bytes.subarray(at, at + 2)
  if (first === 0x0e) return "SO"
  if (first === 0x14) return "DC4"
  const lead = first === undefined ? undefined : LEADS[first]
  if (lead === undefined) return null
  return letter === undefined ? "incomplete" : `${lead} ${String.fromCharCode(letter)}`
}

/** `GS k 11`, level, `A,`, the data and NUL. */
function readElginQr(bytes: Uint8Array, body: number): ReadCommand | null {
  const end = bytes.indexOf(0, body + 4)
  if (end < 0) return null
  if (bytes[body] !== 0x0b) return { command: { kind: "unknown", name: `GS k ${bytes[body]}` }, next: end + 1 }
  return { command: command("QR", [], bytes.slice(body + 4, end)), next: end + 1 }
}

/** Length (with two more bytes), size, level, data. */
function readDarumaQr(bytes: Uint8Array, body: number): ReadCommand | null {
  const [low, high, size] = bytes.subarray(body, body + 3)
  if (low === undefined || high === undefined || size === undefined) return null
  return codeOf(bytes, body + 4, { length: low + high * 256 - 2, size })
}

/** `Q`, level, size (doubled), version, mode, length, data. */
function readBematechQr(bytes: Uint8Array, body: number): ReadCommand | null {
  const head = bytes.subarray(body, body + 7)
  if (head.length < 7) return null
  const [kind = 0, , size = 0, , , low = 0, high = 0] = head
  if (kind !== 0x51) return { command: { kind: "unknown", name: `GS k ${kind}` }, next: body + 1 }
  return codeOf(bytes, body + 7, { length: low + high * 256, size: size / 2 })
}

function codeOf(
  bytes: Uint8Array,
  from: number,
  { length, size }: { length: number; size: number },
): ReadCommand | null {
  const next = from + length
  return next > bytes.length ? null : { command: command("QR", [size], bytes.slice(from, next)), next }
}

/** `a` selects the mode, `C` cuts, `Q` is a QR code and `t` a barcode. */
function readBrotherCommand(bytes: Uint8Array, body: number): ReadCommand | null {
  const letter = bytes[body]
  if (letter === undefined) return null
  const name = String.fromCharCode(letter)
  if (name === "a") return fixed(1, () => command("NUL", []))(bytes, body + 1)
  if (name === "C") return fixed(1, () => command("GS V", [0]))(bytes, body + 1)
  if (name === "Q") return readBrotherQr(bytes, body + 1)
  if (name === "t") return readBrotherBarcode(bytes, body + 1)
  return { command: { kind: "unknown", name: `ESC i ${name}` }, next: body + 1 }
}

/** Eight settings, of which the first is the size; the data; three backslashes. */
function readBrotherQr(bytes: Uint8Array, body: number): ReadCommand | null {
  const end = Buffer.from(bytes).indexOf("\\\\\\", body + 8)
  const size = bytes[body]
  if (end < 0 || size === undefined) return null
  return { command: command("QR", [size], bytes.slice(body + 8, end)), next: end + 3 }
}

/** Settings, `B`, the data and a backslash. */
function readBrotherBarcode(bytes: Uint8Array, body: number): ReadCommand | null {
  const from = bytes.indexOf(0x42, body)
  const end = from < 0 ? -1 : bytes.indexOf(BACKSLASH, from)
  if (end < 0) return null
  return { command: command("GS k", [73, end - from - 1], bytes.slice(from + 1, end)), next: end + 1 }
}

/** Columns of 48 dots. The line end prints them. */
function readBrotherPicture(bytes: Uint8Array, body: number): ReadCommand | null {
  const [mode, low, high] = bytes.subarray(body, body + 3)
  if (mode === undefined || low === undefined || high === undefined) return null
  const next = body + 3 + (low + high * 256) * 6
  if (next >= bytes.length) return null
  const data = bytes.slice(body + 3, next)
  return { command: command("ESC *", [mode, low, high], data), next: bytes[next] === LF ? next + 1 : next }
}

function without<T>(all: Readonly<Record<string, T>>, ...names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}

function command(name: string, args: readonly number[], data: Uint8Array = NO_DATA): EscposCommand {
  return { kind: "command", name, args, data }
}
