/** Checked lines → ESC/POS or Star: the library writes text, codes and styles; reset, pictures, feed and cut are ours, since it adds line ends around them. */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import type { PaperWidth, PrintLine } from "../../protocol/shapes/print-job.ts"
import { ownPage } from "./preflight.ts"
import type { PageName, PrinterProfile } from "./profiles.ts"

const RESET = [0x1b, 0x40]
/** Chinese mode off: a printer that was left in it reads accents as halves of ideograms. */
const LATIN = [0x1c, 0x2e]
const AUTOMATIC_STATUS = [0x1d, 0x61, 0xff]
const BARCODE_HEIGHT = 80
const QR_SIZE = 5

export interface WriteOptions {
  readonly profile: PrinterProfile
  readonly page: PageName
  readonly width: PaperWidth
}

export function writeWithLibrary(lines: readonly PrintLine[], { profile, page, width }: WriteOptions): Uint8Array {
  const { language } = profile
  if (language === "classic") throw new Error(`${profile.id} speaks no language of the library`)
  const library = new ReceiptPrinterEncoder({
    language,
    columns: width,
    newline: "\n",
    feedBeforeCut: 0,
    codepageMapping: profile.pageNumbers as Record<string, number>,
  })
  library.raw(RESET)
  if (language === "esc-pos") library.raw(LATIN)
  if (profile.status) library.raw(AUTOMATIC_STATUS)
  library.codepage(page)
  for (const line of lines) writeLine(library, line, { profile, page, width })
  return library.encode()
}

function writeLine(library: ReceiptPrinterEncoder, line: PrintLine, options: WriteOptions): void {
  switch (line.t) {
    case "text":
      writeText(library, line, options)
      return
    case "columns":
      writeText(library, { ...line, t: "text" }, options)
      return
    case "rule":
      library.line(line.s)
      return
    case "feed":
      library.newline(line.n)
      return
    case "qr":
      library
        .align("center")
        .qrcode(asBytes(line.data), { model: 2, size: line.size ?? QR_SIZE, errorlevel: "m" })
        .align("left")
      return
    case "barcode":
      library.align("center").barcode(line.data, line.symbology, { height: line.height ?? BARCODE_HEIGHT, text: true })
      library.align("left")
      return
    case "image":
      library.raw(imageBytes(line, options.profile))
      return
    case "cut":
      library.raw(cutBytes(options.profile))
  }
}

/** The library takes a letter for a byte there, and phones read UTF-8. */
function asBytes(data: string): string {
  return Buffer.from(data, "utf8").toString("latin1")
}

function writeText(
  library: ReceiptPrinterEncoder,
  line: Extract<PrintLine, { t: "text" }>,
  { profile, page }: WriteOptions,
): void {
  const own = ownPage(line, profile)
  const wide = line.size === "double" || line.size === "wide" ? 2 : 1
  const tall = line.size === "double" || line.size === "tall" ? 2 : 1
  if (own !== null) library.codepage(own)
  if (line.bold) library.bold(true)
  if (line.size !== undefined) library.width(wide).height(tall)
  library.line(line.s)
  if (line.size !== undefined) library.width(1).height(1)
  if (line.bold) library.bold(false)
  if (own !== null) library.codepage(page)
}

function imageBytes(line: Extract<PrintLine, { t: "image" }>, { language }: PrinterProfile): number[] {
  const across = Math.ceil(line.width / 8)
  const bits = Buffer.from(line.bits, "base64")
  const size = [across & 0xff, across >> 8, line.height & 0xff, line.height >> 8]
  if (language === "esc-pos") return [0x1d, 0x76, 0x30, 0x00, ...size, ...bits]
  if (language === "star-prnt") return [0x1b, 0x1d, 0x53, 0x01, ...size, 0x00, ...bits]
  // Star Line: raster mode, a row of dots at a time, and out of it again.
  const rows = Array.from({ length: line.height }, (_, y) => [
    0x62,
    across & 0xff,
    across >> 8,
    ...bits.subarray(y * across, (y + 1) * across),
  ])
  return [0x1b, 0x2a, 0x72, 0x41, ...rows.flat(), 0x1b, 0x2a, 0x72, 0x42]
}

function cutBytes({ feedBeforeCut, cut, language }: PrinterProfile): number[] {
  if (language === "esc-pos") {
    const feed = [0x1b, 0x64, feedBeforeCut]
    return cut === "none" ? feed : [...feed, 0x1d, 0x56, cut === "full" ? 0x00 : 0x01]
  }
  const feed = Array.from({ length: feedBeforeCut }, () => 0x0a)
  return cut === "none" ? feed : [...feed, 0x1b, 0x64, cut === "full" ? 0x00 : 0x01]
}
