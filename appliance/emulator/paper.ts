/** The paper that was printed until a cut: rows of letters with their styles, codes and pictures. */

export interface Style {
  readonly bold: boolean
  readonly underline: boolean
  readonly inverse: boolean
  /** Factors of width and height, 1 to 8. */
  readonly wide: number
  readonly tall: number
}

export type PaperAlign = "left" | "center" | "right"

export interface Letter {
  readonly ch: string
  readonly style: Style
}

export type PaperRow =
  | { readonly kind: "text"; readonly letters: readonly Letter[]; readonly align: PaperAlign }
  | { readonly kind: "qr"; readonly data: string; readonly size: number; readonly align: PaperAlign }
  | { readonly kind: "barcode"; readonly data: string; readonly height: number; readonly align: PaperAlign }
  /** `bits` row by row, 8 dots in a byte. */
  | {
      readonly kind: "raster"
      readonly bytesPerRow: number
      readonly height: number
      readonly bits: Uint8Array
      readonly align: PaperAlign
    }

export interface Paper {
  readonly columns: number
  readonly rows: readonly PaperRow[]
}

export const PLAIN: Style = { bold: false, underline: false, inverse: false, wide: 1, tall: 1 }

/** The paper as text, with letters in their columns and codes in square brackets. */
export function textOf(paper: Paper): string {
  const rows = paper.rows.map((row) => {
    if (row.kind === "text") return textRow(row.letters, row.align, paper.columns)
    if (row.kind === "qr") return `[QR ${row.data}]`
    if (row.kind === "barcode") return `[${row.data}]`
    return `[picture ${row.bytesPerRow * 8}x${row.height}]`
  })
  return `${rows.join("\n").trimEnd()}\n`
}

/** A wide letter takes several columns. */
export function columnsOf(letters: readonly Letter[]): number {
  return letters.reduce((sum, letter) => sum + letter.style.wide, 0)
}

export function firstColumn(letters: readonly Letter[], align: PaperAlign, columns: number): number {
  const free = Math.max(0, columns - columnsOf(letters))
  if (align === "right") return free
  return align === "center" ? Math.floor(free / 2) : 0
}

/** A wide letter is one character of text. Leading spaces put the first letter in its column. */
function textRow(letters: readonly Letter[], align: PaperAlign, columns: number): string {
  const first = letters.findIndex((letter) => letter.ch !== " ")
  if (first < 0) return ""
  const before = firstColumn(letters, align, columns) + columnsOf(letters.slice(0, first))
  return (
    " ".repeat(before) +
    letters
      .slice(first)
      .map((letter) => letter.ch)
      .join("")
  ).trimEnd()
}
