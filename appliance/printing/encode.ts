/** Laid-out lines → the bytes of one paper for an ESC/POS printer. Every paper starts with a reset and names its code page. */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import type { DrawerJob, PrintLine } from "../../protocol/shapes/print-job.ts"
import { type PreflightOptions, preflight } from "./preflight.ts"
import type { PageName, PrinterProfile } from "./profiles.ts"

const RESET = [0x1b, 0x40]
/** Chinese mode off: a printer that was left in it reads accents as halves of ideograms. */
const LATIN = [0x1c, 0x2e]
const AUTOMATIC_STATUS = [0x1d, 0x61, 0xff]
const BARCODE_HEIGHT = 80
const QR_SIZE = 5

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly page: PageName }
  | { readonly ok: false; readonly reason: string }

/** One copy of a paper. */
export function encodePaper(lines: readonly PrintLine[], options: PreflightOptions): Encoded {
  const checked = preflight(lines, options)
  if (!checked.ok) return checked
  const writer = createWriter(options, checked.page)
  for (const line of checked.lines) writer.write(line)
  return { ok: true, bytes: writer.bytes(), page: checked.page }
}

/** The pulse that opens the drawer, with its times: without them drawers open every second time. */
export function encodeDrawer(pulse: DrawerJob["pulse"]): Uint8Array {
  return Uint8Array.of(0x1b, 0x70, pulse.pin, Math.round(pulse.onMs / 2), Math.round(pulse.offMs / 2))
}

interface LineWriter {
  write(line: PrintLine): void
  bytes(): Uint8Array
}

/** The library writes text, codes and styles; reset, status, feed and cut are ours, since it adds line ends around them. */
function createWriter({ profile, width }: PreflightOptions, page: PageName): LineWriter {
  const library = new ReceiptPrinterEncoder({
    language: "esc-pos",
    columns: width,
    newline: "\n",
    feedBeforeCut: 0,
    codepageMapping: profile.pageNumbers as Record<string, number>,
  })
  library.raw(RESET)
  library.raw(LATIN)
  if (profile.status) library.raw(AUTOMATIC_STATUS)
  library.codepage(page)
  return {
    write: (line) => writeLine(library, line, profile),
    bytes: () => library.encode(),
  }
}

function writeLine(library: ReceiptPrinterEncoder, line: PrintLine, profile: PrinterProfile): void {
  switch (line.t) {
    case "text":
      writeText(library, line)
      return
    case "columns":
      writeText(library, { ...line, t: "text" })
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
      library.raw([...rasterHead(line.width, line.height), ...Buffer.from(line.bits, "base64")])
      return
    case "cut":
      library.raw(cutBytes(profile))
  }
}

/** The library takes a letter for a byte there, and phones read UTF-8. */
function asBytes(data: string): string {
  return Buffer.from(data, "utf8").toString("latin1")
}

function writeText(library: ReceiptPrinterEncoder, line: Extract<PrintLine, { t: "text" }>): void {
  const wide = line.size === "double" || line.size === "wide" ? 2 : 1
  const tall = line.size === "double" || line.size === "tall" ? 2 : 1
  if (line.bold) library.bold(true)
  if (line.size !== undefined) library.width(wide).height(tall)
  library.line(line.s)
  if (line.size !== undefined) library.width(1).height(1)
  if (line.bold) library.bold(false)
}

function rasterHead(width: number, height: number): number[] {
  const across = Math.ceil(width / 8)
  return [0x1d, 0x76, 0x30, 0x00, across & 0xff, across >> 8, height & 0xff, height >> 8]
}

function cutBytes(profile: PrinterProfile): number[] {
  const feed = [0x1b, 0x64, profile.feedBeforeCut]
  if (profile.cut === "none") return feed
  return [...feed, 0x1d, 0x56, profile.cut === "full" ? 0x00 : 0x01]
}
