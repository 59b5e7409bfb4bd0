/** Splits a stream of ESC/POS bytes into commands, each with its arguments and data. */

export type EscposCommand =
  | { readonly kind: "text"; readonly byte: number }
  /** `name` is the lead byte and the letter: `ESC @`, `GS V`, `LF`. */
  | { readonly kind: "command"; readonly name: string; readonly args: readonly number[]; readonly data: Uint8Array }
  /** The printer does not know it, and prints what follows as text. */
  | { readonly kind: "unknown"; readonly name: string }

export interface ReadCommand {
  readonly command: EscposCommand
  readonly next: number
}

/** Reads the command at `at`; null while it is incomplete. */
export type ReadCommands = (bytes: Uint8Array, at: number) => ReadCommand | null

const LEADS: Readonly<Record<number, string>> = { 27: "ESC", 28: "FS", 29: "GS", 16: "DLE" }
/** Printers ignore NUL. */
const CONTROLS: Readonly<Record<number, string>> = { 0: "NUL", 9: "HT", 10: "LF", 12: "FF", 13: "CR", 24: "CAN" }
export const NO_DATA = new Uint8Array(0)

/** How many argument bytes follow each command of fixed length. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  "ESC @": 0,
  "ESC !": 1,
  "ESC -": 1,
  "ESC 2": 0,
  "ESC 3": 1,
  "ESC =": 1,
  "ESC E": 1,
  "ESC G": 1,
  "ESC J": 1,
  "ESC M": 1,
  "ESC R": 1,
  "ESC V": 1,
  "ESC a": 1,
  "ESC d": 1,
  "ESC i": 0,
  "ESC m": 0,
  "ESC p": 3,
  "ESC t": 1,
  "ESC {": 1,
  "ESC c": 2,
  "FS .": 0,
  "FS &": 0,
  "FS !": 1,
  "FS C": 1,
  "GS !": 1,
  "GS B": 1,
  "GS H": 1,
  "GS I": 1,
  "GS L": 2,
  "GS P": 2,
  "GS W": 2,
  "GS a": 1,
  "GS f": 1,
  "GS h": 1,
  "GS r": 1,
  "GS w": 1,
  "DLE \x04": 1,
  "DLE \x05": 1,
  "DLE \x14": 3,
}

/** The command at `at`; null while it is incomplete. */
export function readCommand(bytes: Uint8Array, at: number): ReadCommand | null {
  const first = bytes[at]
  if (first === undefined) return null
  const lead = LEADS[first]
  if (lead === undefined) return single(first, at)
  const letter = bytes[at + 1]
  if (letter === undefined) return null
  const name = `${lead} ${String.fromCharCode(letter)}`
  const body = at + 2
  if (name === "GS V") return commandOf({ name, bytes, body, args: (bytes[body] ?? 0) >= 65 ? 2 : 1 })
  if (name === "GS k") return readBarcode(bytes, body)
  if (name === "GS (" || name === "ESC (") return readWithLength(name, bytes, body)
  if (name === "GS v") return readRaster(bytes, body)
  if (name === "ESC *") return readBitImage(bytes, body)
  const args = ARGUMENTS[name]
  if (args === undefined) return { command: { kind: "unknown", name }, next: body }
  return commandOf({ name, bytes, body, args })
}

function single(byte: number, at: number): ReadCommand {
  const name = CONTROLS[byte]
  if (name === undefined) return { command: { kind: "text", byte }, next: at + 1 }
  return { command: { kind: "command", name, args: [], data: NO_DATA }, next: at + 1 }
}

interface CommandParts {
  readonly name: string
  readonly bytes: Uint8Array
  readonly body: number
  readonly args: number
  readonly data?: number
}

function commandOf({ name, bytes, body, args, data = 0 }: CommandParts): ReadCommand | null {
  const next = body + args + data
  if (next > bytes.length) return null
  const command = {
    kind: "command",
    name,
    args: [...bytes.subarray(body, body + args)],
    data: data === 0 ? NO_DATA : bytes.slice(body + args, next),
  } as const
  return { command, next }
}

/** Old symbologies end with a NUL. New ones (65 and up) give their length. */
function readBarcode(bytes: Uint8Array, body: number): ReadCommand | null {
  const symbology = bytes[body]
  if (symbology === undefined) return null
  if (symbology >= 65) {
    const length = bytes[body + 1]
    return length === undefined ? null : commandOf({ name: "GS k", bytes, body, args: 2, data: length })
  }
  const end = bytes.indexOf(0, body + 1)
  if (end < 0) return null
  const read = commandOf({ name: "GS k", bytes, body, args: 1, data: end - body - 1 })
  return read === null ? null : { ...read, next: end + 1 }
}

/** `GS ( x pL pH …`: the arguments are x and two length bytes, and the data follow. */
function readWithLength(name: string, bytes: Uint8Array, body: number): ReadCommand | null {
  const low = bytes[body + 1]
  const high = bytes[body + 2]
  if (low === undefined || high === undefined) return null
  return commandOf({ name, bytes, body, args: 3, data: low + high * 256 })
}

function readRaster(bytes: Uint8Array, body: number): ReadCommand | null {
  const head = bytes.subarray(body, body + 6)
  if (head.length < 6) return null
  const [, , xl = 0, xh = 0, yl = 0, yh = 0] = head
  return commandOf({ name: "GS v", bytes, body, args: 6, data: (xl + xh * 256) * (yl + yh * 256) })
}

function readBitImage(bytes: Uint8Array, body: number): ReadCommand | null {
  const head = bytes.subarray(body, body + 3)
  if (head.length < 3) return null
  const [mode = 0, low = 0, high = 0] = head
  return commandOf({ name: "ESC *", bytes, body, args: 3, data: (low + high * 256) * (mode >= 32 ? 3 : 1) })
}
