/** What stands above a paper that was printed before or comes out elsewhere, so that nobody cooks twice or not at all. */
import { pad, wrap } from "../../../protocol/print/fit.ts"
import { printableText } from "../../../protocol/print/printable-text.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"

const WORDS: Readonly<Record<string, string>> = {
  es: "REIMPRESIÓN - COPIA",
  pt: "REIMPRESSÃO - CÓPIA",
  en: "REPRINT - COPY",
}

export function copyBanner(copyNumber: number, width: PaperWidth, locale: string): PrintLine[] {
  if (copyNumber === 0) return []
  const words = `*** ${WORDS[locale.slice(0, 2)] ?? WORDS.es} ${copyNumber} ***`
  return [{ t: "text", s: pad(words, width, "center").trimEnd(), bold: true }]
}

const INSTEAD: Readonly<Record<string, string>> = { es: "EN LUGAR DE", pt: "NO LUGAR DE", en: "INSTEAD OF" }

/** `from` is the printer that could not print it: whoever finds the paper here knows where it belongs. */
export function movedBanner(from: string | null, width: PaperWidth, locale: string): PrintLine[] {
  if (from === null) return []
  const printer = printableText(from, { locale })
  return wrap(`>>> ${INSTEAD[locale.slice(0, 2)] ?? INSTEAD.es}: ${printer}`, width).map((s) => ({
    t: "text",
    s,
    bold: true,
  }))
}
