/** Text on a grid of columns: how wide it is, wrapped, cut, and set left, right or in the middle. */

export type Align = "left" | "center" | "right"

export interface Column {
  readonly s: string
  /** The beginning of `s`, under which nothing stands where `s` goes on below. */
  readonly lead?: string | undefined
  readonly width: number
  readonly align?: Align | undefined
}

const GRAPHEMES = new Intl.Segmenter("und", { granularity: "grapheme" })
const LATIN = /^[\x20-\x7e\xa0-\xff]*$/

/** What a reader takes for one character (a letter with its marks), composed: each has one printed column. */
export function charactersOf(text: string): string[] {
  const composed = text.normalize("NFC")
  if (LATIN.test(composed)) return [...composed]
  return Array.from(GRAPHEMES.segment(composed), ({ segment }) => segment)
}

export function widthOf(text: string): number {
  return charactersOf(text).length
}

/** Of its longest word: what a column needs so that no word is broken. */
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

/** Breaks at spaces, and inside a word only where the word alone is wider than the paper. An indent holds for every row. */
export function wrap(text: string, width: number): string[] {
  return text
    .normalize("NFC")
    .split("\n")
    .flatMap((paragraph) => wrapParagraph(paragraph, width))
}

/** A text with its beginning: what goes on below stands under the text. A lead of more than half the width is a part of the text. */
export function hang(lead: string, text: string, width: number): string[] {
  const indent = widthOf(lead)
  if (indent === 0 || indent > width / 2) return wrap(lead + text, width)
  return wrap(text, width - indent).map((row, n) => (n === 0 ? lead : " ".repeat(indent)) + row)
}

/** Columns side by side, one space between: a cell that is too long for its column goes on below. */
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
  for (const word of words.split(" ").flatMap((part) => pieces(part, room))) {
    const longer = row === "" ? word : `${row} ${word}`
    if (widthOf(longer) > room) rows.push(row)
    row = widthOf(longer) > room ? word : longer
  }
  return [...rows, row].map((line) => indent + line)
}

function pieces(word: string, width: number): string[] {
  const letters = charactersOf(word)
  if (letters.length <= width) return [word]
  return Array.from({ length: Math.ceil(letters.length / width) }, (_, i) =>
    letters.slice(i * width, (i + 1) * width).join(""),
  )
}
