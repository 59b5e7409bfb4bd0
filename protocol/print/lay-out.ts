/** Lays a template and its data out as lines of a given width. It knows no printer's commands. */
import type { PaperWidth, PrintLine, TextSize } from "../shapes/print-job.ts"
import { type FillContext, fill, isPresent, type Scope, valueAt } from "./fill.ts"
import { type Column, hang, pad, sideBySide, widthOf, widthOfWords, wrap } from "./fit.ts"
import type { Manner } from "./format.ts"
import { printableText } from "./printable-text.ts"
import type { Block, CellBlock, ColumnsBlock, PairBlock, TextBlock } from "./template.ts"

const LINES_MAX = 5000
/** Nested lists multiply even where they print nothing. Our own documents need less than a hundredth of this. */
const STEPS_MAX = 50_000

export interface Paper {
  readonly width: PaperWidth
  readonly keyWidth?: number | undefined
  readonly manner: Manner
}

/** The paper, and the steps that its template may still take. */
interface PaperInProgress extends Paper {
  readonly remaining: { steps: number }
}

/** Throws where the template makes more than `LINES_MAX` lines or takes more than `STEPS_MAX` steps. */
export function layOut(blocks: readonly Block[], scope: Scope, paper: Paper): PrintLine[] {
  return linesOfAll(blocks, scope, { ...paper, remaining: { steps: STEPS_MAX } })
}

function linesOfAll(blocks: readonly Block[], scope: Scope, paper: PaperInProgress): PrintLine[] {
  const lines: PrintLine[] = []
  for (const block of blocks) {
    countStep(paper)
    if (block.when !== undefined && !isPresent(scope, block.when)) continue
    if (block.unless !== undefined && isPresent(scope, block.unless)) continue
    lines.push(...linesOf(block, scope, paper))
    if (lines.length > LINES_MAX) throw new Error(`a paper of more than ${LINES_MAX} lines`)
  }
  return lines
}

/** The document as plain text. A double-size line gets wider spaces, so that it keeps its position. */
export function plainTextOf(lines: readonly PrintLine[], width: number): string {
  const rows = lines.flatMap((line): string[] => {
    if (line.t === "text") return [line.size === "double" || line.size === "wide" ? widenIndent(line.s, width) : line.s]
    if (line.t === "columns" || line.t === "rule") return [line.s]
    if (line.t === "feed") return Array.from({ length: line.n }, () => "")
    if (line.t === "qr" || line.t === "barcode") return wrap(`[${line.data}]`, width)
    return []
  })
  return `${rows.map((row) => row.trimEnd()).join("\n")}\n`
}

function countStep({ remaining }: PaperInProgress): void {
  remaining.steps -= 1
  if (remaining.steps < 0) throw new Error(`a template of more than ${STEPS_MAX} steps`)
}

function linesOf(block: Block, scope: Scope, paper: PaperInProgress): PrintLine[] {
  const context: FillContext = { scope, manner: paper.manner }
  switch (block.t) {
    case "text":
      return textLines(block, context, paper)
    case "pair":
      return pairLines(block, context, paper)
    case "columns":
      return columnLines(block, context, paper)
    case "rule": {
      const ch = block.ch ?? "-"
      return [{ t: "rule", ch, s: ch.repeat(paper.width).slice(0, paper.width) }]
    }
    case "feed":
      return [{ t: "feed", n: block.n ?? 1 }]
    case "each":
      return eachLines(block.of, block.as, (inner) => {
        countStep(paper)
        return linesOfAll(block.blocks, inner, paper)
      })(scope)
    case "qr":
      return lineUnlessEmpty(fill(block.data, context), (data) => ({ ...withoutConditions(block), data }))
    case "barcode":
      return lineUnlessEmpty(fill(block.data, context), (data) => ({
        symbology: "code128",
        ...withoutConditions(block),
        data,
      }))
    case "image":
      return [{ t: "image", width: block.width, height: block.height, bits: block.bits }]
    case "cut":
      return [{ t: "cut" }]
  }
}

/** Guarded text stays unchanged: the printer prints it exactly, or the job is refused. */
function printable(text: string, context: FillContext, guarded = false): string {
  const filled = fill(text, context)
  return guarded ? filled : printableText(filled, context.manner)
}

function textLines(block: TextBlock, context: FillContext, paper: Paper): PrintLine[] {
  const width = columnsAt(paper.width, block.size)
  // The code-page document prints the characters themselves.
  const guarded = block.guard !== undefined || block.codePage !== undefined
  const [lead, text] = [block.lead ?? "", block.s].map((part) => printable(part, context, guarded))
  return hang(lead ?? "", text ?? "", width).map((row) => ({
    t: "text",
    s: pad(row, width, block.align).trimEnd(),
    ...(block.bold ? { bold: true } : {}),
    ...(block.size ? { size: block.size } : {}),
    ...(block.guard ? { guard: block.guard } : {}),
    ...(block.codePage ? { codePage: fill(block.codePage, context) } : {}),
  }))
}

function pairLines(block: PairBlock, context: FillContext, paper: Paper): PrintLine[] {
  const key: CellBlock = { s: printable(block.key, context) }
  const value: CellBlock = {
    s: printable(block.value, context, block.guard !== undefined),
    align: "right",
    ...(block.guard ? { guard: block.guard } : {}),
  }
  const room = Math.max(
    paper.width - widthOf(value.s) - 1,
    block.guard === "money" ? 1 : keyWidthMin(key.s, paper.width),
  )
  const width = Math.min(paper.keyWidth ?? room, room)
  const columns = [
    { s: key.s, width },
    { ...value, width: paper.width - width - 1 },
  ]
  return asLines(sideBySide(columns), [key, value], block)
}

/** The least width of a key beside a long value. It breaks none of the key's words. */
function keyWidthMin(key: string, width: number): number {
  return Math.max(1, Math.min(widthOfWords(key), Math.floor(width / 2)))
}

function columnLines(block: ColumnsBlock, context: FillContext, paper: Paper): PrintLine[] {
  const filled = block.cells.map((cell) => {
    const lead = printable(cell.lead ?? "", context)
    return { ...cell, lead, s: lead + printable(cell.s, context, cell.guard !== undefined) }
  })
  const cells = filled.map(({ width: _width, lead: _lead, ...cell }) => cell)
  return asLines(sideBySide(columnWidths(filled, paper.width)), cells, block)
}

/** The first row carries the whole cells, because the character check reads them there. */
function asLines(rows: readonly string[], cells: readonly CellBlock[], { bold }: { bold?: boolean }): PrintLine[] {
  return rows.map((s, y) => ({ t: "columns", s, cells: y === 0 ? [...cells] : [], ...(bold ? { bold: true } : {}) }))
}

/** Cells without a width share the remaining columns. A figure always gets the width that it needs. */
function columnWidths(cells: readonly CellBlock[], width: number): Column[] {
  const needs = cells.map((cell) => Math.max(cell.width ?? 0, isFigure(cell) ? widthOf(cell.s) : 0))
  const open = cells.map((cell, i) => cell.width === undefined && (cell.align !== "right" || i === cells.length - 1))
  const openIndexes = open.flatMap((isOpen, i) => (isOpen ? [i] : []))
  const free = width - (cells.length - 1) - needs.reduce((sum, need, i) => sum + (open[i] ? 0 : need), 0)
  const share = Math.max(1, Math.floor(free / Math.max(1, openIndexes.length)))
  const last = openIndexes.at(-1)
  return cells.map((cell, i) => {
    const { s, lead, align } = cell
    if (!open[i]) return { s, lead, width: needs[i] ?? 0, align }
    const rest = i === last ? Math.max(1, free - share * (openIndexes.length - 1)) : share
    return { s, lead, width: rest, align }
  })
}

function isFigure({ s, align }: CellBlock): boolean {
  return align === "right" || /^[\d.,]+$/.test(s)
}

function eachLines(of: string, as: string, body: (scope: Scope) => PrintLine[]): (scope: Scope) => PrintLine[] {
  return (scope) => {
    const list = valueAt(scope, of)
    return Array.isArray(list) ? list.flatMap((member: unknown) => body({ ...scope, [as]: member })) : []
  }
}

function lineUnlessEmpty<T extends object>(data: string, line: (data: string) => T): T[] {
  return data === "" ? [] : [line(data)]
}

/** The block without its conditions, which only the template uses. */
function withoutConditions<T extends { when?: string; unless?: string }>(block: T): Omit<T, "when" | "unless"> {
  const { when: _when, unless: _unless, ...line } = block
  return line
}

function columnsAt(width: number, size: TextSize | undefined): number {
  return size === "double" || size === "wide" ? Math.floor(width / 2) : width
}

/** On paper, the leading spaces of a double-size line are twice as wide. */
function widenIndent(text: string, width: number): string {
  const shown = text.trimStart()
  const before = (text.length - shown.length) * 2 + Math.floor(widthOf(shown) / 2)
  return " ".repeat(Math.min(before, Math.max(0, width - widthOf(shown)))) + shown
}
