/** Fits text into columns: measures, wraps, clips and aligns it. */

export type Align = "left" | "center" | "right"

export interface Column {
  readonly s: string
  /** The beginning of `s`. Where `s` wraps, the other rows are indented by it. */
  readonly lead?: string | undefined
  readonly width: number
  readonly align?: Align | undefined
}

const GRAPHEMES = new Intl.Segmenter("und", { granularity: "grapheme" })
const LATIN = /^[\x20-\x7e\xa0-\xff]*$/

/** The graphemes of a text in NFC. Each is one printed column. */
export function charactersOf(text: string): string[] {
  const composed = text.normalize("NFC")
  if (LATIN.test(composed)) return [...composed]
  return Array.from(GRAPHEMES.segment(composed), ({ segment }) => segment)
}

export function widthOf(text: string): number {
  return charactersOf(text).length
}

/** The width of the longest word, which a column needs so that no word is broken. */
export function widthOfWords(text: string): number {
  return Math.max(...text.split(/\s/).map(widthOf))
}

export function clip(text: string, width: number): string {
  return charactersOf(text).slice(0, Math.max(0, width)).join("")
}

export function pad(text: string, width: number, align: Align = "left"): string {
  const shown = clip(text, width)
  const free = width - widthOf(shown)
  if (align === "right") return " ".repeat(free) + shown
  if (align === "center") return " ".repeat(Math.floor(free / 2)) + shown
  return shown + " ".repeat(free)
}

/** Breaks at spaces, and inside a word only where that word is wider than the paper. Every row keeps the indent. */
export function wrap(text: string, width: number): string[] {
  return text
    .normalize("NFC")
    .split("\n")
    .flatMap((paragraph) => wrapParagraph(paragraph, width))
}

/** Wraps a text with a hanging indent as wide as `lead`. A lead wider than half the paper is treated as text. */
export function hang(lead: string, text: string, width: number): string[] {
  const indent = widthOf(lead)
  if (indent === 0 || indent > width / 2) return wrap(lead + text, width)
  return wrap(text, width - indent).map((row, n) => (n === 0 ? lead : " ".repeat(indent)) + row)
}

/** Sets cells side by side with one space between them. A cell that is too long wraps within its column. */
export function sideBySide(columns: readonly Column[]): string[] {
  const cells = columns.map(({ s, lead = "", width }) =>
    widthOf(s) <= width && !s.includes("\n") ? [s] : hang(lead, s.slice(lead.length), width),
  )
  const height = Math.max(...cells.map((rows) => rows.length))
  return Array.from({ length: height }, (_, y) =>
    columns
      .map((column, x) => pad(cells[x]?.[y] ?? "", column.width, column.align))
      .join(" ")
      .trimEnd(),
  )
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const words = paragraph.trimStart()
  const indent = clip(" ".repeat(paragraph.length - words.length), Math.floor(width / 2))
  const room = width - indent.length
  const rows: string[] = []
  let row = ""
  for (const word of words.split(" ").flatMap((part) => splitWord(part, room))) {
    const longer = row === "" ? word : `${row} ${word}`
    if (widthOf(longer) > room) rows.push(row)
    row = widthOf(longer) > room ? word : longer
  }
  return [...rows, row].map((line) => indent + line)
}

function splitWord(word: string, width: number): string[] {
  const letters = charactersOf(word)
  if (letters.length <= width) return [word]
  return Array.from({ length: Math.ceil(letters.length / width) }, (_, i) =>
    letters.slice(i * width, (i + 1) * width).join(""),
  )
}
