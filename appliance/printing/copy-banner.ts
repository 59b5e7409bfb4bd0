/** What stands above a paper that was printed before, so that nobody cooks or pays twice. */
import { pad } from "../../protocol/print/fit.ts"
import type { PaperWidth, PrintLine } from "../../protocol/shapes/print-job.ts"

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
