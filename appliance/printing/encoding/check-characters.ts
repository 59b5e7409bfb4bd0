/** Before a byte is made: finds the code page for a paper, writes harmless text in its letters, refuses where that could falsify. */
import { widthOf } from "../../../protocol/print/fit.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { missingIn, transliterate } from "./code-pages.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

export type Preflight =
  | { readonly ok: true; readonly page: PageName; readonly lines: readonly PrintLine[] }
  | { readonly ok: false; readonly reason: string }

export interface PreflightOptions {
  readonly profile: PrinterProfile
  readonly codepage: PageName | null
  readonly width: PaperWidth
}

export function preflight(lines: readonly PrintLine[], options: PreflightOptions): Preflight {
  const page = pickPage(lines, options)
  for (const line of lines) {
    for (const { s, guard } of guardedText(line)) {
      const missing = missingIn(s, page)
      if (missing.length > 0)
        return { ok: false, reason: `unprintable ${guard}: ${missing.join(" ")} is not in ${page}` }
    }
  }
  return { ok: true, page, lines: lines.map((line) => inPage(line, ownPageOf(line, options) ?? page, options.width)) }
}

/** The first page that carries everything, else the one that lacks least. */
function pickPage(lines: readonly PrintLine[], options: PreflightOptions): PageName {
  if (options.codepage !== null) return options.codepage
  const ink = lines.map((line) => ("s" in line && ownPageOf(line, options) === null ? line.s : "")).join("")
  const lacks = options.profile.pages.map((page) => ({ page, missing: missingIn(ink, page).length }))
  const best = lacks.reduce((a, b) => (b.missing < a.missing ? b : a))
  return best.page
}

/** The rows of the code-page ticket are each in a page of their own. */
function ownPageOf(line: PrintLine, { profile }: PreflightOptions): PageName | null {
  return line.t === "text" ? fixedCodePage(line, profile) : null
}

/** The page that a row names for itself; null where the printer has no such page. */
export function fixedCodePage({ codePage }: { codePage?: string }, profile: PrinterProfile): PageName | null {
  return codePage !== undefined && Object.hasOwn(profile.pageNumbers, codePage) ? (codePage as PageName) : null
}

function guardedText(line: PrintLine): { s: string; guard: string }[] {
  if (line.t === "text" && line.guard !== undefined) return [{ s: line.s, guard: line.guard }]
  if (line.t !== "columns") return []
  return line.cells.flatMap((cell) => (cell.guard === undefined ? [] : [{ s: cell.s, guard: cell.guard }]))
}

function inPage(line: PrintLine, page: PageName, width: number): PrintLine {
  if (line.t !== "text" && line.t !== "columns" && line.t !== "rule") return line
  const room = line.t === "text" && (line.size === "double" || line.size === "wide") ? Math.floor(width / 2) : width
  return { ...line, s: squeeze(transliterate(line.s, page), Math.max(room, 1)) }
}

/** A row that grew (`…` became three points) gives up blanks where it has most of them, so that figures keep their column. */
function squeeze(row: string, width: number): string {
  const excess = widthOf(row) - width
  if (excess <= 0) return row
  const gaps = [...row.matchAll(/ {2,}/g)].sort((a, b) => b[0].length - a[0].length)
  const gap = gaps.find((found) => found[0].length > excess)
  // Where there are none the row goes on below: nothing that was to be printed is left out.
  return gap === undefined ? row : row.slice(0, gap.index) + row.slice(gap.index + excess)
}
