/** Writes checked lines with the commands of a model. A style is written only where it changes, because serial lines are slow. */
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { fixedCodePage } from "./check-characters.ts"
import { encodeText } from "./code-pages.ts"
import { BOLD, type CodeCommand, type ImageCommand, TALL, WIDE } from "./command-set.ts"
import { BARCODE_HEIGHT, QR_SIZE } from "./draw-codes.ts"
import { fillTemplate, type Holes } from "./fill-template.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

const PLAIN = 0

export interface EncodeOptions {
  readonly profile: PrinterProfile
  readonly page: PageName
  readonly width: PaperWidth
}

/** A drawn code stands in the middle of the paper. */
export type EncodableLine = PrintLine | CentredPicture
export type CentredPicture = Extract<PrintLine, { t: "image" }> & { readonly align?: "center" }

/** The printer keeps its style from line to line. */
interface Writer {
  readonly options: EncodeOptions
  readonly chunks: Uint8Array[]
  style: number
}

export function encodeLines(lines: readonly EncodableLine[], options: EncodeOptions): Uint8Array {
  const { profile, page } = options
  const writer: Writer = { options, chunks: [], style: PLAIN }
  write(writer, profile.commands.begin)
  write(writer, profile.reportStatus)
  write(writer, profile.pageCommands[page] ?? "")
  for (const line of lines) writeLine(writer, line)
  return Uint8Array.from(Buffer.concat(writer.chunks))
}

function write(writer: Writer, template: string, holes?: Holes): void {
  if (template !== "") writer.chunks.push(fillTemplate(template, holes))
}

function writeLine(writer: Writer, line: EncodableLine): void {
  const { profile, page } = writer.options
  const { commands } = profile
  if (line.t !== "text" && line.t !== "columns" && line.t !== "feed") setStyle(writer, PLAIN)
  switch (line.t) {
    case "text":
      writeText(writer, line)
      break
    case "columns":
      writeText(writer, { ...line, t: "text" })
      break
    case "rule":
      writer.chunks.push(encodeText(line.s, page))
      write(writer, commands.lineEnd)
      break
    case "feed":
      write(writer, commands.lineEnd.repeat(line.n))
      break
    case "qr":
      writeCode(writer, commands.qr, line.data, { size: line.size ?? QR_SIZE })
      break
    case "barcode":
      writeCode(writer, commands.barcode[line.symbology], line.data, { height: line.height ?? BARCODE_HEIGHT })
      break
    case "image":
      writeImage(writer, line)
      break
    case "cut":
      write(writer, commands.lineEnd.repeat(profile.feedBeforeCut) + (commands.cut ?? ""))
  }
}

function writeText(writer: Writer, line: Extract<PrintLine, { t: "text" }>): void {
  const { profile, page } = writer.options
  const own = fixedCodePage(line, profile)
  setStyle(writer, styleOf(line))
  if (own !== null) write(writer, profile.pageCommands[own] ?? "")
  writer.chunks.push(encodeText(line.s, own ?? page))
  endLine(writer)
  if (own !== null) write(writer, profile.pageCommands[page] ?? "")
}

function endLine(writer: Writer): void {
  const { styles, lineEnd } = writer.options.profile.commands
  const ending = styles.reduce((mask, style) => (style.endsWithLine ? mask | style.mask : mask), PLAIN)
  setStyle(writer, writer.style & ~ending)
  write(writer, lineEnd)
}

function styleOf({ bold, size }: Extract<PrintLine, { t: "text" }>): number {
  const wide = size === "double" || size === "wide"
  const tall = size === "double" || size === "tall"
  return (bold ? BOLD : 0) + (wide ? WIDE : 0) + (tall ? TALL : 0)
}

function setStyle(writer: Writer, style: number): void {
  for (const { mask, set, clears = 0 } of writer.options.profile.commands.styles) {
    if ((writer.style & mask) === (style & mask)) continue
    write(writer, set[style & mask] ?? "")
    writer.style = (writer.style & ~(mask | clears)) | (style & mask)
  }
}

/** Phones read a QR code as UTF-8. */
function writeCode(writer: Writer, command: CodeCommand | null | undefined, text: string, holes: Holes): void {
  const { align } = writer.options.profile.commands
  if (!command) throw new Error("a code that the printer lacks was not drawn")
  const { sizes, lengthAdds = 0 } = command
  const data = Buffer.from(text, "utf8")
  const length = data.length + lengthAdds
  const size = sizes?.[Number(holes.size) - 1]
  write(writer, align.center)
  write(writer, command.bytes, { ...holes, ...(size === undefined ? {} : { size }), data, length, length1: length })
  write(writer, align.left)
}

/** Sends a picture in bands. A printer can buffer one, and a broken cable tears no more than one. */
function writeImage(writer: Writer, { width, height, bits: base64, align: place }: CentredPicture): void {
  const { image, align } = writer.options.profile.commands
  const bytesPerRow = Math.ceil(width / 8)
  const bits = Buffer.from(base64, "base64")
  if (place === "center") write(writer, align.center)
  write(writer, image.begin)
  for (let from = 0; from < height; from += image.bandRows) {
    const rows = Math.min(image.bandRows, height - from)
    const band = bits.subarray(from * bytesPerRow, (from + rows) * bytesPerRow)
    const data = image.layout === "rows" ? band : turnIntoColumns(band, bytesPerRow, image)
    write(writer, image.band, { bytesPerRow, rows, width: bytesPerRow * 8, data })
  }
  write(writer, image.end)
  if (place === "center") write(writer, align.left)
}

/** From eight dots side by side in a byte to eight dots one above the other. The rows that the band lacks stay white. */
function turnIntoColumns(band: Uint8Array, bytesPerRow: number, { bandRows }: ImageCommand): Uint8Array {
  const bytesPerColumn = bandRows / 8
  const columns = new Uint8Array(bytesPerRow * 8 * bytesPerColumn)
  for (const [at, byte] of band.entries()) {
    const row = Math.floor(at / bytesPerRow)
    for (let bit = 0; bit < 8; bit++) {
      if ((byte & (0x80 >> bit)) === 0) continue
      const column = (at % bytesPerRow) * 8 + bit
      const place = column * bytesPerColumn + (row >> 3)
      columns[place] = (columns[place] ?? 0) | (0x80 >> (row & 7))
    }
  }
  return columns
}
