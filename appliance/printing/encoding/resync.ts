/** The bytes that follow a torn document: they complete a command that the printer may still be reading, and mark the torn paper. */
import { pad } from "../../../protocol/print/fit.ts"
import type { DrawerJob, PrintJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import type { CheckOptions } from "./check-characters.ts"
import type { ImageCommand } from "./command-set.ts"
import { encodeDocument } from "./encode.ts"
import { fillTemplate } from "./fill-template.ts"
import type { PrinterProfile } from "./printer-profiles.ts"

/** Longer than the head of any command that is followed by data. */
const HEAD_BYTES = 32
const WORDS: Readonly<Record<string, readonly string[]>> = {
  es: ["*** PAPEL ANTERIOR DUDOSO ***", "puede estar incompleto"],
  pt: ["*** PAPEL ANTERIOR EM DÚVIDA ***", "pode estar incompleto"],
  en: ["*** PAPER ABOVE IN DOUBT ***", "it may be incomplete"],
}

/**
 * A printer that received half of a picture takes the next bytes for the other half, and the next ticket would be lost. Zeros
 * complete the picture; outside of a picture they print nothing.
 */
export function fillerAfter(
  bodies: readonly (PrintJob | DrawerJob)[],
  { commands: { image } }: Pick<PrinterProfile, "commands">,
): Uint8Array {
  const zeros = new Uint8Array(Math.max(0, ...bodies.map((body) => longestDataBytes(body, image))))
  // Star Line draws pictures in raster mode, and the printer may still be in it.
  return Uint8Array.of(...zeros, ...fillTemplate(image.end))
}

/** Says that the paper above is in doubt, so that nobody reads half a ticket as the top of the next one. */
export function tornDocumentSlip(locale: string, options: CheckOptions): Uint8Array {
  const words = WORDS[locale.slice(0, 2)] ?? (WORDS.es as readonly string[])
  const lines: PrintLine[] = words.map((s) => ({ t: "text", s: pad(s, options.width, "center").trimEnd() }))
  const encoded = encodeDocument([{ t: "feed", n: 1 }, ...lines, { t: "cut" }], options)
  return encoded.ok ? encoded.bytes : new Uint8Array(0)
}

function longestDataBytes(body: PrintJob | DrawerJob, image: ImageCommand): number {
  if (body.document === "drawer") return HEAD_BYTES
  return HEAD_BYTES + Math.max(0, ...body.paper.lines.map((line) => dataBytes(line, image)))
}

function dataBytes(line: PrintLine, { bandRows }: ImageCommand): number {
  if (line.t === "image") return Math.ceil(line.width / 8) * bandRows
  return line.t === "qr" || line.t === "barcode" ? Buffer.byteLength(line.data) : 0
}
