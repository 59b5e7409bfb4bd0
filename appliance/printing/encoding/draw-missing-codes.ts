/** Draws the codes that a printer has no command for, and refuses a code that cannot be printed at all. Nothing is left out silently. */
import { pad } from "../../../protocol/print/fit.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { drawCode, faultOfCode } from "./draw-codes.ts"
import type { CentredPicture, EncodableLine } from "./encode-lines.ts"
import type { PrinterProfile } from "./printer-profiles.ts"

/** Of the font in which all papers are laid out. */
export const DOTS_PER_COLUMN = 12

type DrawResult =
  | { readonly ok: true; readonly lines: readonly EncodableLine[] }
  | { readonly ok: false; readonly reason: string }

interface DrawOptions {
  readonly profile: Pick<PrinterProfile, "commands">
  readonly width: PaperWidth
}

export function drawMissingCodes(lines: readonly PrintLine[], options: DrawOptions): DrawResult {
  const drawn: EncodableLine[] = []
  for (const line of lines) {
    const printable = line.t === "qr" || line.t === "barcode" ? printableCode(line, options) : [line]
    if ("fault" in printable) return { ok: false, reason: `unprintable ${line.t}: ${printable.fault}` }
    drawn.push(...printable)
  }
  return { ok: true, lines: drawn }
}

function printableCode(
  line: Extract<PrintLine, { t: "qr" | "barcode" }>,
  { profile: { commands }, width }: DrawOptions,
): readonly EncodableLine[] | { readonly fault: string } {
  const fault = faultOfCode(line)
  if (fault !== null) return { fault }
  const isNative = line.t === "qr" ? commands.qr !== null : commands.barcode[line.symbology] !== undefined
  if (isNative) return [line]
  const picture = drawCode(line, width * DOTS_PER_COLUMN)
  if (picture === null) return { fault: "the paper is too narrow" }
  const centred: CentredPicture = { ...picture, align: "center" }
  // A person can type the number below the bars.
  return line.t === "qr" ? [centred] : [centred, { t: "text", s: pad(line.data, width, "center").trimEnd() }]
}
