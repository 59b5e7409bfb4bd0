/** Checked lines → ESC/POS or Star. The library knows each language's codes; the rest is ours, since it says styles and pages again and again. */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { fixedCodePage } from "./check-characters.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

const RESET = [0x1b, 0x40]
/** Chinese mode off: a printer that was left in it reads accents as halves of ideograms. */
const LATIN = [0x1c, 0x2e]
const AUTOMATIC_STATUS = [0x1d, 0x61, 0xff]
const LF = 0x0a
const BARCODE_HEIGHT = 80
const QR_SIZE = 5
/** Rows of dots in one command: at 576 dots less than 4 KB, the least that printers hold. */
export const BAND_ROWS = 48

export interface WriteOptions {
  readonly profile: PrinterProfile
  readonly page: PageName
  readonly width: PaperWidth
}

export function writeWithLibrary(lines: readonly PrintLine[], options: WriteOptions): Uint8Array {
  const { profile, page } = options
  const esc = profile.language === "esc-pos"
  const begin = [...RESET, ...(esc ? LATIN : []), ...(profile.status && esc ? AUTOMATIC_STATUS : [])]
  const pen: Pen = { options, style: PLAIN, bytes: [...begin, ...pageBytes(page, profile)] }
  for (const line of lines) writeLine(pen, line)
  return Uint8Array.from(pen.bytes)
}

interface Style {
  readonly bold: boolean
  readonly wide: boolean
  readonly tall: boolean
}

const PLAIN: Style = { bold: false, wide: false, tall: false }

/** A style holds from line to line: a command goes out only where it changes. */
interface Pen {
  readonly options: WriteOptions
  readonly bytes: number[]
  style: Style
}

function writeLine(pen: Pen, line: PrintLine): void {
  const { options, bytes } = pen
  if (line.t !== "text" && line.t !== "columns" && line.t !== "feed") restyle(pen, PLAIN)
  switch (line.t) {
    case "text":
      writeText(pen, line)
      return
    case "columns":
      writeText(pen, { ...line, t: "text" })
      return
    case "rule":
      bytes.push(...CodepageEncoder.encode(line.s, options.page), LF)
      return
    case "feed":
      bytes.push(...Array.from({ length: line.n }, () => LF))
      return
    case "qr":
    case "barcode":
      bytes.push(...codeBytes(line, options))
      return
    case "image":
      bytes.push(...imageBytes(line, options.profile))
      return
    case "cut":
      bytes.push(...cutBytes(options.profile))
  }
}

/** Each language has codes of its own: these the library knows. */
function codeBytes(line: Extract<PrintLine, { t: "qr" | "barcode" }>, { profile, width }: WriteOptions): Uint8Array {
  const { language } = profile
  if (language === "classic") throw new Error(`${profile.id} speaks no language of the library`)
  const library = new ReceiptPrinterEncoder({ language, columns: width, newline: "\n", feedBeforeCut: 0 })
  library.align("center")
  if (line.t === "qr") {
    library.qrcode(asBytes(line.data), { model: 2, size: line.size ?? QR_SIZE, errorlevel: "m" })
  } else {
    library.barcode(line.data, line.symbology, { height: line.height ?? BARCODE_HEIGHT, text: true })
  }
  return library.align("left").encode()
}

/** The library takes a letter for a byte there, and phones read UTF-8. */
function asBytes(data: string): string {
  return Buffer.from(data, "utf8").toString("latin1")
}

function writeText(pen: Pen, line: Extract<PrintLine, { t: "text" }>): void {
  const { bytes, options } = pen
  const { page, profile } = options
  const own = fixedCodePage(line, profile)
  const wide = line.size === "double" || line.size === "wide"
  const tall = line.size === "double" || line.size === "tall"
  restyle(pen, { bold: line.bold ?? false, wide, tall })
  if (own !== null) bytes.push(...pageBytes(own, profile))
  bytes.push(...CodepageEncoder.encode(line.s, own ?? page), LF)
  if (own !== null) bytes.push(...pageBytes(page, profile))
}

function pageBytes(page: PageName, { language, pageNumbers }: PrinterProfile): number[] {
  const number = pageNumbers[page] ?? 0
  return language === "esc-pos" ? [0x1b, 0x74, number] : [0x1b, 0x1d, 0x74, number]
}

function restyle(pen: Pen, style: Style): void {
  const before = pen.style
  pen.style = style
  const isSameSize = before.wide === style.wide && before.tall === style.tall
  if (isSameSize && before.bold === style.bold) return
  if (pen.options.profile.language === "esc-pos") {
    pen.bytes.push(...escposStyle(style))
    return
  }
  if (before.bold !== style.bold) pen.bytes.push(0x1b, style.bold ? 0x45 : 0x46)
  if (!isSameSize) pen.bytes.push(0x1b, 0x69, Number(style.tall), Number(style.wide))
}

/** One byte says all. */
function escposStyle({ bold, wide, tall }: Style): number[] {
  return [0x1b, 0x21, (bold ? 0x08 : 0) | (tall ? 0x10 : 0) | (wide ? 0x20 : 0)]
}

/** In bands: a printer's buffer holds one, and a cable that breaks in a picture tears no more than one. */
function imageBytes(line: Extract<PrintLine, { t: "image" }>, { language }: PrinterProfile): number[] {
  const across = Math.ceil(line.width / 8)
  const bits = Buffer.from(line.bits, "base64")
  const bands = Array.from({ length: Math.ceil(line.height / BAND_ROWS) }, (_, n) => {
    const rows = Math.min(BAND_ROWS, line.height - n * BAND_ROWS)
    const from = n * BAND_ROWS * across
    return { across, rows, bits: bits.subarray(from, from + rows * across) }
  })
  if (language !== "star-line") return bands.flatMap((band) => bandBytes(band, language))
  // Star Line: raster mode, a row of dots at a time, and out of it again.
  const rows = Array.from({ length: line.height }, (_, y) => [
    0x62,
    across & 0xff,
    across >> 8,
    ...bits.subarray(y * across, (y + 1) * across),
  ])
  return [0x1b, 0x2a, 0x72, 0x41, ...rows.flat(), 0x1b, 0x2a, 0x72, 0x42]
}

interface Band {
  /** In bytes. */
  readonly across: number
  readonly rows: number
  readonly bits: Uint8Array
}

function bandBytes({ across, rows, bits }: Band, language: PrinterProfile["language"]): number[] {
  const size = [across & 0xff, across >> 8, rows & 0xff, rows >> 8]
  if (language === "star-prnt") return [0x1b, 0x1d, 0x53, 0x01, ...size, 0x00, ...bits]
  return [0x1d, 0x76, 0x30, 0x00, ...size, ...bits]
}

function cutBytes({ feedBeforeCut, cut, language }: PrinterProfile): number[] {
  if (language === "esc-pos") {
    const feed = [0x1b, 0x64, feedBeforeCut]
    return cut === "none" ? feed : [...feed, 0x1d, 0x56, cut === "full" ? 0x00 : 0x01]
  }
  const feed = Array.from({ length: feedBeforeCut }, () => 0x0a)
  return cut === "none" ? feed : [...feed, 0x1b, 0x64, cut === "full" ? 0x00 : 0x01]
}
