/** Wraps lines that were laid out for wide paper to a narrower one. It drops nothing and breaks no figure over two rows. */
import { pad, sideBySide, widthOf, wrap } from "../../../protocol/print/fit.ts"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"

export function fitNarrower(lines: readonly PrintLine[], width: number): PrintLine[] {
  return lines.flatMap((line): PrintLine[] => {
    if (line.t === "rule") return [{ ...line, s: line.ch.repeat(width) }]
    if (line.t === "columns") return columnRows(line, width).map((s) => ({ ...line, s }))
    if (line.t !== "text") return [line]
    const room = line.size === "double" || line.size === "wide" ? Math.floor(width / 2) : width
    if (widthOf(line.s) <= room) return [line]
    // The spaces that centred a row on the wide paper would not centre it on the narrow one.
    const text = line.s.trim()
    return wrap(text, room).map((s) => ({ ...line, s: isCentred(line.s, text) ? pad(s, room, "center").trimEnd() : s }))
  })
}

/** The last cell is the figure. It stays at the right edge of one row, and the text before it wraps below. */
function columnRows({ s, cells }: Extract<PrintLine, { t: "columns" }>, width: number): string[] {
  if (widthOf(s) <= width) return [s]
  const last = cells.at(-1)
  if (last === undefined || cells.length < 2) return wrap(s.trim(), width)
  const before = cells.slice(0, -1).map((cell) => cell.s.trim())
  const figure = last.s.trim()
  const room = width - widthOf(figure) - 1
  if (room < 1) return [...wrap(before.join(" "), width), pad(figure, width, "right")]
  return sideBySide([
    { s: before.filter(Boolean).join(" "), width: room },
    { s: figure, width: widthOf(figure), align: "right" },
  ])
}

function isCentred(s: string, text: string): boolean {
  const indent = s.length - s.trimStart().length
  return indent > 0 && text.length > 0
}
