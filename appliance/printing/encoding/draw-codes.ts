/** Draws QR codes and barcodes as pictures, for printers without a command for them, and says which data a code cannot hold. */
import { encode } from "uqr"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"

type Picture = Extract<PrintLine, { t: "image" }>
type Barcode = Extract<PrintLine, { t: "barcode" }>
type Code = Extract<PrintLine, { t: "qr" }> | Barcode

/** Where a line asks for no other. */
export const BARCODE_HEIGHT = 80
export const QR_SIZE = 5
/** What error correction M leaves of the largest QR code. */
const QR_BYTES_MAX = 2331
/** White modules on each side. Phones look for them. */
const QR_BORDER = 4
const BAR_DOTS = 2
const ITF_WIDE = 3
const CODE128_START_B = 104
const CODE128_STOP = "2331112"
const CODE128_DIVISOR = 103
/** Widths of bars and gaps, in modules, for the values 0 to 105. */
const CODE128 =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121
211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124
121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241
114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232`.split(/\s/)
const EAN_DIGITS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
/** Which of the six digits on the left are mirrored, by the first digit. */
const EAN_MIRRORED = [
  "000000",
  "001011",
  "001101",
  "001110",
  "010011",
  "011001",
  "011100",
  "010101",
  "010110",
  "011010",
]
/** Narrow and wide lines of each digit. */
const ITF_DIGITS = ["00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"]

/** Why no printer can print the code; null where it can. */
export function faultOfCode(line: Code): string | null {
  const { data } = line
  if (line.t === "qr") return Buffer.byteLength(data) > QR_BYTES_MAX ? `more than ${QR_BYTES_MAX} bytes` : null
  if (line.symbology === "code128") return /^[ -~]+$/.test(data) ? null : "Code 128 holds only plain letters and digits"
  if (line.symbology === "itf") return /^(\d\d)+$/.test(data) ? null : "ITF holds an even number of digits"
  const isWhole = /^\d{12,13}$/.test(data) && data.startsWith(withCheckDigit(data))
  return isWhole || /^\d{12}$/.test(data) ? null : "EAN-13 holds 12 digits and their check digit"
}

/** The largest picture of the code up to its requested size; null where the paper is too narrow for it. */
export function drawCode(line: Code, dots: number): Picture | null {
  if (line.t === "qr") return drawQr(line.data, { size: line.size ?? QR_SIZE, dots })
  const widths = [...barcodeWidths(line)].map(Number)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  const dotsPerModule = Math.min(BAR_DOTS, Math.floor(dots / modules))
  if (dotsPerModule < 1) return null
  const row = widths.flatMap((width, n) => Array.from({ length: width * dotsPerModule }, () => n % 2 === 0))
  return pictureOf(Array.from({ length: line.height ?? BARCODE_HEIGHT }, () => row))
}

function drawQr(text: string, { size, dots }: { size: number; dots: number }): Picture | null {
  const { data } = encode(text, { ecc: "M", border: QR_BORDER })
  const scale = Math.min(size, Math.floor(dots / data.length))
  if (scale < 1) return null
  const repeat = <T>(values: readonly T[]) => values.flatMap((value) => Array.from({ length: scale }, () => value))
  return pictureOf(repeat(data).map((row) => repeat(row)))
}

/** Widths of bars and gaps in turn, beginning with a bar. */
function barcodeWidths({ symbology, data }: Barcode): string {
  if (symbology === "code128") return code128Widths(data)
  return symbology === "ean13" ? ean13Widths(withCheckDigit(data)) : itfWidths(data)
}

function code128Widths(data: string): string {
  const values = [...data].map((ch) => ch.charCodeAt(0) - 0x20)
  const check = values.reduce((sum, value, n) => sum + value * (n + 1), CODE128_START_B) % CODE128_DIVISOR
  return [CODE128_START_B, ...values, check].map((value) => CODE128[value]).join("") + CODE128_STOP
}

function ean13Widths(data: string): string {
  const [first = 0, ...digits] = [...data].map(Number)
  const left = digits.slice(0, 6).map((digit, n) => {
    const widths = EAN_DIGITS[digit] ?? ""
    return EAN_MIRRORED[first]?.[n] === "1" ? [...widths].reverse().join("") : widths
  })
  const right = digits.slice(6).map((digit) => EAN_DIGITS[digit])
  return `111${left.join("")}11111${right.join("")}111`
}

/** Two digits share five bars and the gaps between them. */
function itfWidths(data: string): string {
  const width = (mark: string | undefined) => (mark === "1" ? ITF_WIDE : 1)
  const pairs = (data.match(/../g) ?? []).map(([bars = "0", gaps = "0"]) =>
    Array.from(
      { length: 5 },
      (_, n) => `${width(ITF_DIGITS[Number(bars)]?.[n])}${width(ITF_DIGITS[Number(gaps)]?.[n])}`,
    ),
  )
  return `1111${pairs.flat().join("")}${ITF_WIDE}11`
}

/** The first twelve digits and their check digit. */
function withCheckDigit(data: string): string {
  const digits = [...data.slice(0, 12)].map(Number)
  const sum = digits.reduce((total, digit, n) => total + digit * (n % 2 === 0 ? 1 : 3), 0)
  return `${data.slice(0, 12)}${(10 - (sum % 10)) % 10}`
}

function pictureOf(rows: readonly (readonly boolean[])[]): Picture {
  const width = rows[0]?.length ?? 0
  const bytesPerRow = Math.ceil(width / 8)
  const bits = new Uint8Array(bytesPerRow * rows.length)
  for (const [y, row] of rows.entries()) {
    for (const [x, isBlack] of row.entries()) {
      const at = y * bytesPerRow + (x >> 3)
      if (isBlack) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { t: "image", width, height: rows.length, bits: Buffer.from(bits).toString("base64") }
}
