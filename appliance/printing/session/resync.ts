/** After a torn paper: fills up a command that the printer may still be waiting in, and cuts off what is half printed, with a word. */
import { pad } from "../../../protocol/print/fit.ts"
import type { DrawerJob, PrintJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import type { PreflightOptions } from "../encoding/check-characters.ts"
import { encodeDocument } from "../encoding/encode.ts"
import { BAND_ROWS } from "../encoding/encode-with-library.ts"
import type { PrinterProfile } from "../encoding/printer-profiles.ts"

/** The longest head of a command whose data follow, with room. */
const HEAD_BYTES = 32
/** ESC * r B. */
const OUT_OF_RASTER = [0x1b, 0x2a, 0x72, 0x42]
const WORDS: Readonly<Record<string, readonly string[]>> = {
  es: ["*** PAPEL ANTERIOR DUDOSO ***", "puede estar incompleto"],
  pt: ["*** PAPEL ANTERIOR EM DÚVIDA ***", "pode estar incompleto"],
  en: ["*** PAPER ABOVE IN DOUBT ***", "it may be incomplete"],
}

/**
 * A printer that got half of a picture takes what comes next for the other half, and the next ticket would be lost without a
 * trace. Zeros fill the picture up; outside of one they print nothing.
 */
export function fillerAfter(
  bodies: readonly (PrintJob | DrawerJob)[],
  { language }: Pick<PrinterProfile, "language">,
): Uint8Array {
  const zeros = new Uint8Array(Math.max(0, ...bodies.map(longestData)))
  // Star Line draws in a mode of its own, which it may still be in.
  return language === "star-line" ? Uint8Array.of(...zeros, ...OUT_OF_RASTER) : zeros
}

/** Says that the paper above it is in doubt, so that half a ticket is never read as the top of the next. */
export function tornPaperSlip(locale: string, options: PreflightOptions): Uint8Array {
  const words = WORDS[locale.slice(0, 2)] ?? (WORDS.es as readonly string[])
  const lines: PrintLine[] = words.map((s) => ({ t: "text", s: pad(s, options.width, "center").trimEnd() }))
  const encoded = encodeDocument([{ t: "feed", n: 1 }, ...lines, { t: "cut" }], options)
  return encoded.ok ? encoded.bytes : new Uint8Array(0)
}

function longestData(body: PrintJob | DrawerJob): number {
  if (body.document === "drawer") return HEAD_BYTES
  return HEAD_BYTES + Math.max(0, ...body.paper.lines.map(dataOf))
}

function dataOf(line: PrintLine): number {
  if (line.t === "image") return Math.ceil(line.width / 8) * Math.min(line.height, BAND_ROWS)
  return line.t === "qr" || line.t === "barcode" ? Buffer.byteLength(line.data) : 0
}
