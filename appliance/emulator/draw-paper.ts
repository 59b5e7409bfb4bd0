/** Draws paper as SVG, with each dot where the printer puts it. */
import { encode } from "uqr"
import {
  columnsOf,
  firstColumn,
  type Letter,
  type Paper,
  type PaperAlign,
  type PaperRow,
  PLAIN,
  type Style,
} from "./paper.ts"

const CELL_WIDTH = 12
const CELL_HEIGHT = 24
const ROW_HEIGHT = 30
const BASELINE = 19
const FONT_SIZE = 19.9
const MARGIN = 26
const EDGE = 8
const SHADOW = 14
const INK = "#26241f"
const PAPER = "#fdfcf8"
const GROUND = "#dcd8d0"
const CODE128_MODULES_PER_LETTER = 11

/** The SVG marks of a row, and its height. */
interface DrawnRow {
  readonly marks: string
  readonly height: number
}

export function drawPaper(paper: Paper): string {
  const inner = paper.columns * CELL_WIDTH
  let y = MARGIN
  const marks = paper.rows.map((row) => {
    const drawn = drawRow(row, paper, y)
    y += drawn.height
    return drawn.marks
  })
  const width = inner + 2 * MARGIN
  const height = y + MARGIN
  const body = `<g transform="translate(${SHADOW} ${SHADOW})">${strip(width, height)}<g transform="translate(${MARGIN} 0)" fill="${INK}">${marks.join("")}</g></g>`
  const [w, h] = [width + 2 * SHADOW, height + EDGE + 2 * SHADOW]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="100%" height="100%" fill="${GROUND}"/><g font-family="'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}">${body}</g></svg>`
}

/** The strip of paper with the cutter's teeth at both ends, and its shadow. */
function strip(width: number, height: number): string {
  const teeth = Math.round(width / EDGE / 2)
  const step = width / teeth / 2
  const bottom = Array.from(
    { length: teeth * 2 },
    (_, i) => `L${round(width - (i + 1) * step)} ${height + (i % 2 ? 0 : EDGE)}`,
  )
  const top = Array.from({ length: teeth * 2 }, (_, i) => `L${round((i + 1) * step)} ${i % 2 ? 0 : EDGE / 2}`)
  const path = `M0 0${top.join("")}L${width} ${height}${bottom.join("")}Z`
  return `<path d="${path}" fill="#000" opacity="0.12" transform="translate(3 5)"/><path d="${path}" fill="${PAPER}"/>`
}

function drawRow(row: PaperRow, paper: Paper, y: number): DrawnRow {
  if (row.kind === "text") return drawLetters(row.letters, firstColumn(row.letters, row.align, paper.columns), y)
  const room = paper.columns * CELL_WIDTH
  if (row.kind === "qr") return drawQr(row, { room, y })
  if (row.kind === "barcode") return drawBarcode(row, { room, y })
  return drawRaster(row, { room, y })
}

function drawLetters(letters: readonly Letter[], start: number, y: number): DrawnRow {
  const tall = Math.max(1, ...letters.map((letter) => letter.style.tall))
  const height = tall === 1 ? ROW_HEIGHT : tall * CELL_HEIGHT + (ROW_HEIGHT - CELL_HEIGHT)
  let column = start
  const marks: string[] = []
  for (const run of runsOf(letters)) {
    marks.push(drawRun(run, column * CELL_WIDTH, y + (tall - (run[0]?.style.tall ?? 1)) * CELL_HEIGHT))
    column += columnsOf(run)
  }
  return { marks: marks.join(""), height }
}

/** Groups neighbouring letters of one style, which are drawn together. */
function runsOf(letters: readonly Letter[]): Letter[][] {
  const runs: Letter[][] = []
  for (const letter of letters) {
    const last = runs.at(-1)
    if (last !== undefined && isSame(last[0]?.style, letter.style)) last.push(letter)
    else runs.push([letter])
  }
  return runs
}

function isSame(a: Style | undefined, b: Style): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Each letter has its own x, so that another font cannot move a column. */
function drawRun(run: readonly Letter[], x: number, y: number): string {
  const { style } = run[0] as Letter
  const shown = run
    .map((letter, i) => ({ ch: letter.ch, x: i * CELL_WIDTH }))
    .filter((letter) => letter.ch.trim() !== "")
  const width = run.length * CELL_WIDTH
  const parts: string[] = []
  if (style.inverse) parts.push(`<rect width="${width}" height="${CELL_HEIGHT}"/>`)
  if (shown.length > 0) {
    const weight = style.bold ? ' font-weight="bold"' : ""
    const fill = style.inverse ? ` fill="${PAPER}"` : ""
    const xs = shown.map((letter) => letter.x).join(" ")
    parts.push(
      `<text y="${BASELINE}" x="${xs}"${weight}${fill}>${escapeXml(shown.map((letter) => letter.ch).join(""))}</text>`,
    )
  }
  if (style.underline) parts.push(`<rect y="${CELL_HEIGHT - 2}" width="${width}" height="2"/>`)
  if (parts.length === 0) return ""
  return `<g transform="translate(${x} ${y}) scale(${style.wide} ${style.tall})">${parts.join("")}</g>`
}

interface Position {
  readonly room: number
  readonly y: number
}

function drawQr(row: Extract<PaperRow, { kind: "qr" }>, { room, y }: Position): DrawnRow {
  const { data, size } = encode(row.data, { ecc: "M", border: 0 })
  const x = leftOf(size * row.size, row.align, room)
  const path = data.flatMap((line, r) => line.map((dark, c) => (dark ? `M${c} ${r}h1v1h-1z` : ""))).join("")
  const marks = `<path transform="translate(${x} ${y + EDGE}) scale(${row.size})" d="${path}" shape-rendering="crispEdges"/>`
  return { marks, height: size * row.size + 2 * EDGE }
}

/** The bars only look like a barcode; they cannot be scanned. */
function drawBarcode(row: Extract<PaperRow, { kind: "barcode" }>, { room, y }: Position): DrawnRow {
  const bits = [...`*${row.data}*`].map((ch) =>
    (ch.charCodeAt(0) * 73 + 1025).toString(2).padStart(CODE128_MODULES_PER_LETTER, "1"),
  )
  const modules = bits.map((word) => `1${word.slice(-CODE128_MODULES_PER_LETTER + 2)}0`).join("")
  const x = leftOf(modules.length * 2, row.align, room)
  const path = [...modules].map((bit, i) => (bit === "1" ? `M${i * 2} 0h2v${row.height}h-2z` : "")).join("")
  const text = drawLetters(
    [...row.data].map((ch) => ({ ch, style: PLAIN })),
    Math.max(0, (room / CELL_WIDTH - row.data.length) / 2),
    y + row.height + EDGE,
  )
  return {
    marks: `<path transform="translate(${x} ${y})" d="${path}"/>${text.marks}`,
    height: row.height + EDGE + ROW_HEIGHT,
  }
}

function drawRaster(row: Extract<PaperRow, { kind: "raster" }>, { room, y }: Position): DrawnRow {
  const x = leftOf(row.bytesPerRow * 8, row.align, room)
  const dots: string[] = []
  row.bits.forEach((byte, i) => {
    for (let bit = 0; bit < 8; bit++) {
      if (byte & (0x80 >> bit))
        dots.push(`M${(i % row.bytesPerRow) * 8 + bit} ${Math.floor(i / row.bytesPerRow)}h1v1h-1z`)
    }
  })
  return { marks: `<path transform="translate(${x} ${y})" d="${dots.join("")}"/>`, height: row.height + EDGE }
}

function leftOf(width: number, align: PaperAlign, room: number): number {
  if (align === "right") return Math.max(0, room - width)
  return align === "center" ? Math.max(0, Math.round((room - width) / 2)) : 0
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
