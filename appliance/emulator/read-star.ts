/** Splits a stream of Star bytes (StarPRNT, Star Line) into the same commands as ESC/POS, so that one print head runs both. */
import type { PrinterProfile } from "../printing/index.ts"
import { type EscposCommand, NO_DATA, type ReadCommand, type ReadCommands, readCommand } from "./read-command.ts"
import { createDialectReader } from "./read-dialects.ts"

const ESC = 0x1b
const GS = 0x1d
const RECORD_END = 0x1e
const CODE128 = 73
/** NUL, CR and CAN print nothing. */
const IGNORED = [0x00, 0x0d, 0x18]

/** The reader for a printer's language. It may keep the printer's mode, so each printer needs its own. */
export function createReader({ language }: PrinterProfile): ReadCommands {
  return createDialectReader(language) ?? (language.startsWith("star") ? readStarCommand : readCommand)
}

/** The command at `at`; null while it is incomplete. */
function readStarCommand(bytes: Uint8Array, at: number): ReadCommand | null {
  const first = bytes[at]
  if (first === undefined) return null
  if (first !== ESC) return single(first, at)
  const letter = bytes[at + 1]
  if (letter === undefined) return null
  if (letter === GS) return readExtended(bytes, at)
  const pattern = SHORT[String.fromCharCode(letter)]
  if (pattern !== undefined) return matchPattern(bytes, at + 2, pattern)
  if (letter === 0x62) return readBarcode(bytes, at)
  if (letter === 0x2a) return readRasterMode(bytes, at)
  return { command: { kind: "unknown", name: `ESC ${String.fromCharCode(letter)}` }, next: at + 2 }
}

const NO_COMMAND = command("NUL", [])

interface CommandPattern {
  readonly args: number
  make(args: readonly number[]): EscposCommand
}

/** After ESC. */
const SHORT: Readonly<Record<string, CommandPattern>> = {
  "@": { args: 0, make: () => command("ESC @", []) },
  E: { args: 0, make: () => command("ESC E", [1]) },
  F: { args: 0, make: () => command("ESC E", [0]) },
  i: { args: 2, make: ([tall = 0, wide = 0]) => command("GS !", [(wide << 4) | tall]) },
  d: { args: 1, make: ([how = 0]) => command("GS V", [how & 1]) },
  "\x07": { args: 2, make: (steps) => command("PULSE TIMES", steps) },
  "\x06": { args: 1, make: () => NO_COMMAND },
  "\x1e": { args: 2, make: ([letter = 0, n = 0]) => command(`ESC RS ${String.fromCharCode(letter)}`, [n]) },
  z: { args: 1, make: () => NO_COMMAND },
}

/** After ESC GS. */
const EXTENDED: Readonly<Record<string, CommandPattern>> = {
  t: { args: 1, make: ([page = 0]) => command("ESC t", [page]) },
  P: { args: 1, make: () => NO_COMMAND },
  a: { args: 1, make: ([align = 0]) => command("ESC a", [align]) },
}

function readExtended(bytes: Uint8Array, at: number): ReadCommand | null {
  const letter = bytes[at + 2]
  if (letter === undefined) return null
  const pattern = EXTENDED[String.fromCharCode(letter)]
  if (pattern !== undefined) return matchPattern(bytes, at + 3, pattern)
  if (letter === 0x79) return readQr(bytes, at + 3)
  if (letter === 0x53) return readRaster(bytes, at + 3)
  return { command: { kind: "unknown", name: `ESC GS ${String.fromCharCode(letter)}` }, next: at + 3 }
}

/** `S` sets model, level or size, `D` stores the data, `P` prints. */
function readQr(bytes: Uint8Array, body: number): ReadCommand | null {
  const verb = bytes[body]
  if (verb === 0x50) return { command: qrCommand([0x31, 0x51, 0x30]), next: body + 1 }
  if (verb === 0x53) {
    const [what, value] = bytes.subarray(body + 1, body + 3)
    if (what === undefined || value === undefined) return null
    return { command: what === 0x32 ? qrCommand([0x31, 0x43, value]) : NO_COMMAND, next: body + 3 }
  }
  const [, , low, high] = bytes.subarray(body + 1, body + 5)
  if (verb === undefined || low === undefined || high === undefined) return null
  const next = body + 5 + low + high * 256
  const data = bytes.subarray(body + 5, next)
  return next > bytes.length ? null : { command: qrCommand([0x31, 0x50, 0x30, ...data]), next }
}

function readRaster(bytes: Uint8Array, body: number): ReadCommand | null {
  const [, xl, xh, yl, yh, tone] = bytes.subarray(body, body + 6)
  if (xl === undefined || xh === undefined || yl === undefined || yh === undefined || tone === undefined) return null
  const next = body + 6 + (xl + xh * 256) * (yl + yh * 256)
  if (next > bytes.length) return null
  return { command: command("GS v", [0x30, 0, xl, xh, yl, yh], bytes.slice(body + 6, next)), next }
}

/** Star Line sends a picture as `ESC * r A`, rows of `b n1 n2 …`, `ESC * r B`. All rows become one picture at its end. */
function readRasterMode(bytes: Uint8Array, at: number): ReadCommand | null {
  if (at + 4 > bytes.length) return null
  if (bytes[at + 2] !== 0x72 || bytes[at + 3] !== 0x41) return { command: NO_COMMAND, next: at + 4 }
  const rows: Uint8Array[] = []
  let next = at + 4
  for (; bytes[next] !== ESC; ) {
    const [mark, low, high] = bytes.subarray(next, next + 3)
    if (mark === undefined || low === undefined || high === undefined) return null
    // Zeros between rows print nothing.
    const end = mark === 0x62 ? next + 3 + low + high * 256 : next + 1
    if (end > bytes.length) return null
    if (mark === 0x62) rows.push(bytes.slice(next + 3, end))
    next = end
  }
  const bytesPerRow = rows[0]?.length ?? 0
  const size = [bytesPerRow & 0xff, bytesPerRow >> 8, rows.length & 0xff, rows.length >> 8]
  return { command: command("GS v", [0x30, 0, ...size], Buffer.concat(rows)), next }
}

function readBarcode(bytes: Uint8Array, at: number): ReadCommand | null {
  const end = bytes.indexOf(RECORD_END, at + 6)
  if (end < 0) return null
  return { command: command("GS k", [CODE128, end - at - 6], bytes.slice(at + 6, end)), next: end + 1 }
}

function single(byte: number, at: number): ReadCommand {
  const next = at + 1
  if (byte === 0x0a) return { command: command("LF", []), next }
  if (byte === 0x07 || byte === 0x1a) return { command: command("TIMED PULSE", [byte === 0x07 ? 0 : 1]), next }
  if (byte === 0x17) return { command: command("ETB", []), next }
  if (IGNORED.includes(byte)) return { command: NO_COMMAND, next }
  if (byte < 0x20) return { command: { kind: "unknown", name: `${byte}` }, next }
  return { command: { kind: "text", byte }, next }
}

function matchPattern(bytes: Uint8Array, body: number, { args, make }: CommandPattern): ReadCommand | null {
  const next = body + args
  return next > bytes.length ? null : { command: make([...bytes.subarray(body, next)]), next }
}

/** One part of a QR code as `GS ( k` carries it. */
function qrCommand(data: readonly number[]): EscposCommand {
  return command("GS (", [0x6b, data.length & 0xff, data.length >> 8], Uint8Array.from(data))
}

function command(name: string, args: readonly number[], data = NO_DATA): EscposCommand {
  return { kind: "command", name, args, data }
}
