/** Chooses the code page of a document and transliterates what it lacks. Refuses where that could change an amount, a tax id or a fiscal line. */
import { widthOf } from "../../../protocol/print/fit.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { missingIn, transliterate } from "./code-pages.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

type CheckResult =
  | { readonly ok: true; readonly page: PageName; readonly lines: readonly PrintLine[] }
  | { readonly ok: false; readonly reason: string }

export interface CheckOptions {
  readonly profile: PrinterProfile
  readonly codepage: PageName | null
  readonly width: PaperWidth
}

export function checkCharacters(lines: readonly PrintLine[], options: CheckOptions): CheckResult {
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

/** The first page that has all characters, otherwise the one that lacks the fewest. */
function pickPage(lines: readonly PrintLine[], options: CheckOptions): PageName {
  if (options.codepage !== null) return options.codepage
  const text = lines.map((line) => ("s" in line && ownPageOf(line, options) === null ? line.s : "")).join("")
  const candidates = options.profile.pages.map((page) => ({ page, missing: missingIn(text, page).length }))
  const fewest = candidates.reduce((a, b) => (b.missing < a.missing ? b : a))
  return fewest.page
}

/** Each row of the code-page document is printed in a page of its own. */
function ownPageOf(line: PrintLine, { profile }: CheckOptions): PageName | null {
  return line.t === "text" ? fixedCodePage(line, profile) : null
}

/** The page that a row asks for; null where the printer has no such page. */
export function fixedCodePage({ codePage }: { codePage?: string }, profile: PrinterProfile): PageName | null {
  return codePage !== undefined && Object.hasOwn(profile.pageCommands, codePage) ? (codePage as PageName) : null
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

/** Takes spaces from the widest gap of a row that grew (`…` became three points), so that figures keep their column. */
function squeeze(row: string, width: number): string {
  const excess = widthOf(row) - width
  if (excess <= 0) return row
  const gaps = [...row.matchAll(/ {2,}/g)].sort((a, b) => b[0].length - a[0].length)
  const gap = gaps.find((found) => found[0].length > excess)
  // Without a gap the printer wraps the row. Nothing is cut off.
  return gap === undefined ? row : row.slice(0, gap.index) + row.slice(gap.index + excess)
}
