/** Template and data → the lines of a paper at its width. Layout only: no language of any printer stands here. */
import type { PaperWidth, PrintLine, TextSize } from "../shapes/print-job.ts"
import { type FillContext, fill, isPresent, type Scope, valueAt } from "./fill.ts"
import { type Column, hang, pad, sideBySide, widthOf, widthOfWords, wrap } from "./fit.ts"
import type { Manner } from "./format.ts"
import { printableText } from "./printable-text.ts"
import type { Block, CellBlock, ColumnsBlock, PairBlock, TextBlock } from "./template.ts"

const LINES_MAX = 5000
/** Lists within lists multiply also where they print nothing; no paper of ours takes a hundredth of it. */
const STEPS_MAX = 50_000

export interface Paper {
  readonly width: PaperWidth
  readonly keyWidth?: number | undefined
  readonly manner: Manner
}

/** A paper that is being laid out, and what its template may still do. */
interface Work extends Paper {
  readonly left: { steps: number }
}

/** Throws on a template that makes more of its data than a paper. */
export function layOut(blocks: readonly Block[], scope: Scope, paper: Paper): PrintLine[] {
  return linesOfAll(blocks, scope, { ...paper, left: { steps: STEPS_MAX } })
}

function linesOfAll(blocks: readonly Block[], scope: Scope, paper: Work): PrintLine[] {
  const lines: PrintLine[] = []
  for (const block of blocks) {
    spend(paper)
    if (block.when !== undefined && !isPresent(scope, block.when)) continue
    if (block.unless !== undefined && isPresent(scope, block.unless)) continue
    lines.push(...linesOf(block, scope, paper))
    if (lines.length > LINES_MAX) throw new Error(`a paper of more than ${LINES_MAX} lines`)
  }
  return lines
}

/** What a person reads on the paper, without the printer: a double-size line keeps its letters in their places. */
export function plainTextOf(lines: readonly PrintLine[], width: number): string {
  const rows = lines.flatMap((line): string[] => {
    if (line.t === "text") return [line.size === "double" || line.size === "wide" ? respaced(line.s, width) : line.s]
    if (line.t === "columns" || line.t === "rule") return [line.s]
    if (line.t === "feed") return Array.from({ length: line.n }, () => "")
    if (line.t === "qr" || line.t === "barcode") return wrap(`[${line.data}]`, width)
    return []
  })
  return `${rows.map((row) => row.trimEnd()).join("\n")}\n`
}

function spend({ left }: Work): void {
  left.steps -= 1
  if (left.steps < 0) throw new Error(`a template of more than ${STEPS_MAX} steps`)
}

function linesOf(block: Block, scope: Scope, paper: Work): PrintLine[] {
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
        spend(paper)
        return linesOfAll(block.blocks, inner, paper)
      })(scope)
    case "qr":
      return present(fill(block.data, context), (data) => ({ ...bare(block), data }))
    case "barcode":
      return present(fill(block.data, context), (data) => ({ symbology: "code128", ...bare(block), data }))
    case "image":
      return [{ t: "image", width: block.width, height: block.height, bits: block.bits }]
    case "cut":
      return [{ t: "cut" }]
  }
}

/** As a printer can print it, except what is guarded: that is printed as it is or not at all. */
function written(text: string, context: FillContext, guarded = false): string {
  const filled = fill(text, context)
  return guarded ? filled : printableText(filled, context.manner)
}

function textLines(block: TextBlock, context: FillContext, paper: Paper): PrintLine[] {
  const width = columnsAt(paper.width, block.size)
  // The ticket of code pages shows the signs themselves.
  const guarded = block.guard !== undefined || block.codePage !== undefined
  const [lead, text] = [block.lead ?? "", block.s].map((part) => written(part, context, guarded))
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
  const key: CellBlock = { s: written(block.key, context) }
  const value: CellBlock = {
    s: written(block.value, context, block.guard !== undefined),
    align: "right",
    ...(block.guard ? { guard: block.guard } : {}),
  }
  const room = Math.max(
    paper.width - widthOf(value.s) - 1,
    block.guard === "money" ? 1 : leastOfKey(key.s, paper.width),
  )
  const width = Math.min(paper.keyWidth ?? room, room)
  const columns = [
    { s: key.s, width },
    { ...value, width: paper.width - width - 1 },
  ]
  return asLines(sideBySide(columns), [key, value], block)
}

/** Beside a value that is a long text, which goes on below as the key does: none of the key's words is broken for it. */
function leastOfKey(key: string, width: number): number {
  return Math.max(1, Math.min(widthOfWords(key), Math.floor(width / 2)))
}

function columnLines(block: ColumnsBlock, context: FillContext, paper: Paper): PrintLine[] {
  const filled = block.cells.map((cell) => {
    const lead = written(cell.lead ?? "", context)
    return { ...cell, lead, s: lead + written(cell.s, context, cell.guard !== undefined) }
  })
  const cells = filled.map(({ width: _width, lead: _lead, ...cell }) => cell)
  return asLines(sideBySide(spread(filled, paper.width)), cells, block)
}

/** The first row has the cells whole: what guards them looks at those. */
function asLines(rows: readonly string[], cells: readonly CellBlock[], { bold }: { bold?: boolean }): PrintLine[] {
  return rows.map((s, y) => ({ t: "columns", s, cells: y === 0 ? [...cells] : [], ...(bold ? { bold: true } : {}) }))
}

/** Cells without a width share what the others and the gaps leave; figures never get less than they need. */
function spread(cells: readonly CellBlock[], width: number): Column[] {
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

function present<T extends object>(data: string, line: (data: string) => T): T[] {
  return data === "" ? [] : [line(data)]
}

/** The block as a line: its conditions belong to the template alone. */
function bare<T extends { when?: string; unless?: string }>(block: T): Omit<T, "when" | "unless"> {
  const { when: _when, unless: _unless, ...line } = block
  return line
}

function columnsAt(width: number, size: TextSize | undefined): number {
  return size === "double" || size === "wide" ? Math.floor(width / 2) : width
}

/** A double-size line starts twice as far from the edge on paper as its spaces say. */
function respaced(text: string, width: number): string {
  const shown = text.trimStart()
  const before = (text.length - shown.length) * 2 + Math.floor(widthOf(shown) / 2)
  return " ".repeat(Math.min(before, Math.max(0, width - widthOf(shown)))) + shown
}
