/** The ideal of a paper in bytes: one pass over its lines, a byte a letter, a command only where the style changes. */
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"

const LF = 0x0a
const EURO = 0x80
const WINDOWS_1252 = 16
const QR_SIZE = 5

export function encodeBare(lines: readonly PrintLine[]): Uint8Array {
  const bytes: number[] = [0x1b, 0x40, 0x1b, 0x74, WINDOWS_1252]
  let style = 0
  for (const line of lines) {
    if (line.t === "feed") bytes.push(0x1b, 0x64, line.n)
    else if (line.t === "cut") bytes.push(0x1d, 0x56, 0x42, 0x04)
    else if (line.t === "text" || line.t === "columns" || line.t === "rule") {
      const wanted = styleOf(line)
      if (wanted !== style) bytes.push(0x1b, 0x21, wanted)
      style = wanted
      for (const letter of line.s.trimEnd()) bytes.push(letter === "€" ? EURO : (letter.codePointAt(0) ?? 0) & 0xff)
      bytes.push(LF)
    } else if (line.t === "qr") bytes.push(...qrCode(line.data, line.size ?? QR_SIZE))
    else throw new Error(`the bare encoder has no ${line.t}`)
  }
  return Uint8Array.from(bytes)
}

/** Model 2, centred: choose, size, correction, data, print. */
function qrCode(text: string, size: number): number[] {
  const data = Buffer.from(text)
  const long = data.length + 3
  return [
    ...[0x1b, 0x61, 1],
    ...[0x1d, 0x28, 0x6b, 4, 0, 0x31, 0x41, 50, 0],
    ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x43, size],
    ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x45, 49],
    ...[0x1d, 0x28, 0x6b, long & 0xff, long >> 8, 0x31, 0x50, 0x30, ...data],
    ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30],
    ...[0x1b, 0x61, 0],
  ]
}

/** One byte says all: bold 8, tall 16, wide 32. */
function styleOf(line: Extract<PrintLine, { s: string }>): number {
  const size = line.t === "text" ? line.size : undefined
  const bold = line.t !== "rule" && line.bold ? 8 : 0
  const tall = size === "double" || size === "tall" ? 16 : 0
  const wide = size === "double" || size === "wide" ? 32 : 0
  return bold + tall + wide
}
