/** Encodes checked lines as ESC/POS or Star. The library makes only QR codes and barcodes, because it repeats style and page on every line. */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { fixedCodePage } from "./check-characters.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

const RESET = [0x1b, 0x40]
/** Leaves Chinese mode (FS .), in which a printer reads accented letters as halves of ideograms. */
const LEAVE_CHINESE_MODE = [0x1c, 0x2e]
const AUTOMATIC_STATUS = [0x1d, 0x61, 0xff]
const LF = 0x0a
const BARCODE_HEIGHT = 80
const QR_SIZE = 5
/** Rows of dots in one command. At 576 dots per row this is under 4 KB, which every printer can buffer. */
export const BAND_ROWS = 48

export interface EncodeOptions {
  readonly profile: PrinterProfile
  readonly page: PageName
  readonly width: PaperWidth
}

export function encodeWithLibrary(lines: readonly PrintLine[], options: EncodeOptions): Uint8Array {
  const { profile, page } = options
  const isEscPos = profile.language === "esc-pos"
  const begin = [
    ...RESET,
    ...(isEscPos ? LEAVE_CHINESE_MODE : []),
    ...(profile.status && isEscPos ? AUTOMATIC_STATUS : []),
  ]
  const state: EncoderState = { options, style: PLAIN, bytes: [...begin, ...pageBytes(page, profile)] }
  for (const line of lines) encodeLine(state, line)
  return Uint8Array.from(state.bytes)
}

interface Style {
  readonly bold: boolean
  readonly wide: boolean
  readonly tall: boolean
}

const PLAIN: Style = { bold: false, wide: false, tall: false }

/** The printer keeps its style from line to line, so a command is written only where the style changes. */
interface EncoderState {
  readonly options: EncodeOptions
  readonly bytes: number[]
  style: Style
}

function encodeLine(state: EncoderState, line: PrintLine): void {
  const { options, bytes } = state
  if (line.t !== "text" && line.t !== "columns" && line.t !== "feed") setStyle(state, PLAIN)
  switch (line.t) {
    case "text":
      encodeText(state, line)
      return
    case "columns":
      encodeText(state, { ...line, t: "text" })
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

function codeBytes(line: Extract<PrintLine, { t: "qr" | "barcode" }>, { profile, width }: EncodeOptions): Uint8Array {
  const { language } = profile
  if (language === "classic") throw new Error(`${profile.id} has a language that the library does not know`)
  const library = new ReceiptPrinterEncoder({ language, columns: width, newline: "\n", feedBeforeCut: 0 })
  library.align("center")
  if (line.t === "qr") {
    library.qrcode(asBytes(line.data), { model: 2, size: line.size ?? QR_SIZE, errorlevel: "m" })
  } else {
    library.barcode(line.data, line.symbology, { height: line.height ?? BARCODE_HEIGHT, text: true })
  }
  return library.align("left").encode()
}

/** The library writes one byte per character, but phones read a QR code as UTF-8. */
function asBytes(data: string): string {
  return Buffer.from(data, "utf8").toString("latin1")
}

function encodeText(state: EncoderState, line: Extract<PrintLine, { t: "text" }>): void {
  const { bytes, options } = state
  const { page, profile } = options
  const own = fixedCodePage(line, profile)
  const wide = line.size === "double" || line.size === "wide"
  const tall = line.size === "double" || line.size === "tall"
  setStyle(state, { bold: line.bold ?? false, wide, tall })
  if (own !== null) bytes.push(...pageBytes(own, profile))
  bytes.push(...CodepageEncoder.encode(line.s, own ?? page), LF)
  if (own !== null) bytes.push(...pageBytes(page, profile))
}

function pageBytes(page: PageName, { language, pageNumbers }: PrinterProfile): number[] {
  const number = pageNumbers[page] ?? 0
  return language === "esc-pos" ? [0x1b, 0x74, number] : [0x1b, 0x1d, 0x74, number]
}

function setStyle(state: EncoderState, style: Style): void {
  const before = state.style
  state.style = style
  const isSameSize = before.wide === style.wide && before.tall === style.tall
  if (isSameSize && before.bold === style.bold) return
  if (state.options.profile.language === "esc-pos") {
    state.bytes.push(...escposStyle(style))
    return
  }
  if (before.bold !== style.bold) state.bytes.push(0x1b, style.bold ? 0x45 : 0x46)
  if (!isSameSize) state.bytes.push(0x1b, 0x69, Number(style.tall), Number(style.wide))
}

function escposStyle({ bold, wide, tall }: Style): number[] {
  return [0x1b, 0x21, (bold ? 0x08 : 0) | (tall ? 0x10 : 0) | (wide ? 0x20 : 0)]
}

/** Sends a picture in bands. A printer can buffer one, and a broken cable tears no more than one. */
function imageBytes(line: Extract<PrintLine, { t: "image" }>, { language }: PrinterProfile): number[] {
  const bytesPerRow = Math.ceil(line.width / 8)
  const bits = Buffer.from(line.bits, "base64")
  const bands = Array.from({ length: Math.ceil(line.height / BAND_ROWS) }, (_, n) => {
    const rows = Math.min(BAND_ROWS, line.height - n * BAND_ROWS)
    const from = n * BAND_ROWS * bytesPerRow
    return { bytesPerRow, rows, bits: bits.subarray(from, from + rows * bytesPerRow) }
  })
  if (language !== "star-line") return bands.flatMap((band) => bandBytes(band, language))
  // Star Line enters raster mode, takes one row of dots at a time, and leaves the mode.
  const rows = Array.from({ length: line.height }, (_, y) => [
    0x62,
    bytesPerRow & 0xff,
    bytesPerRow >> 8,
    ...bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow),
  ])
  return [0x1b, 0x2a, 0x72, 0x41, ...rows.flat(), 0x1b, 0x2a, 0x72, 0x42]
}

interface Band {
  readonly bytesPerRow: number
  readonly rows: number
  readonly bits: Uint8Array
}

function bandBytes({ bytesPerRow, rows, bits }: Band, language: PrinterProfile["language"]): number[] {
  const size = [bytesPerRow & 0xff, bytesPerRow >> 8, rows & 0xff, rows >> 8]
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
