/** Draws what the bench found: a bar for each goal, against the bare ideal or against what is allowed; light and dark, without a script. */
import type { CheckedLine, Goal } from "./report.ts"

export interface Found {
  readonly at: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly node: string
    readonly load: readonly number[]
  }
  readonly rows: readonly CheckedLine[]
  readonly failed: readonly string[]
}

const WIDTH = 1_040
const MARGIN = 20
const BARS_AT = 440
const BARS_WIDTH = 330
const ROW_HEIGHT = 22
const BAR_HEIGHT = 12
const HEAD_HEIGHT = 78
const PART_HEIGHT = 56
/** A bar that is longer than this, in ideals or goals, is cut, and its figure says how long it is. */
const LONGEST = 1.5
const LABEL_CHARS = 66

interface Bar {
  readonly row: CheckedLine & { readonly goal: Goal }
  readonly length: number
  /** Where the goal stands. */
  readonly mark: number
}

interface Part {
  readonly title: string
  /** What the line at 1 is. */
  readonly one: string
  readonly bars: readonly Bar[]
}

/** The whole picture as SVG text. */
export function drawFound(found: Found): string {
  const judged = found.rows.filter((row): row is Bar["row"] => row.goal !== null)
  const parts = [ofIdeal(judged), ofAllowed(judged)].filter(({ bars }) => bars.length > 0)
  const heights = parts.map(({ bars }) => PART_HEIGHT + bars.length * ROW_HEIGHT)
  const height = HEAD_HEIGHT + heights.reduce((sum, one) => sum + one, 0) + MARGIN
  const tops = heights.map((_, n) => HEAD_HEIGHT + heights.slice(0, n).reduce((sum, one) => sum + one, 0))
  const short = judged.filter(({ met }) => met === false).length
  const title = `${judged.length - short} of ${judged.length} goals reached`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    STYLE,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    `<text class="title" x="${MARGIN}" y="36">Bench: ${escapeXml(title)}</text>`,
    `<text class="quiet" x="${MARGIN}" y="58">${escapeXml(whereAndWhen(found))}</text>`,
    ...parts.map((part, n) => drawPart(part, tops[n] ?? 0)),
    "</svg>\n",
  ].join("\n")
}

/** Longer is better: the share of what bare libraries reach. */
function ofIdeal(rows: readonly Bar["row"][]): Part {
  const bars = rows.filter(isShare).map((row) => ({ row, length: row.ratio ?? 0, mark: boundOf(row.goal) }))
  return { title: "Share of the bare ideal in the same minute: longer is better", one: "ideal", bars }
}

/** Shorter is better: what is used of what is allowed, or what is needed of what is reached. */
function ofAllowed(rows: readonly Bar["row"][]): Part {
  const bars = rows
    .filter((row) => !isShare(row))
    .map((row) => {
      const value = row.goal.of === "ratio" ? (row.ratio ?? Number.NaN) : row.ours
      const bound = boundOf(row.goal)
      return { row, length: "atMost" in row.goal ? value / bound : bound / value, mark: 1 }
    })
  return { title: "Part of what is allowed: shorter is better", one: "goal", bars }
}

function isShare({ goal }: Bar["row"]): boolean {
  return goal.of === "ratio" && "atLeast" in goal && goal.atLeast <= 1
}

function boundOf(goal: Goal): number {
  return "atLeast" in goal ? goal.atLeast : goal.atMost
}

function drawPart({ title, one, bars }: Part, top: number): string {
  const first = top + PART_HEIGHT
  const end = first + bars.length * ROW_HEIGHT
  const ideal = BARS_AT + BARS_WIDTH / LONGEST
  return [
    `<text class="part" x="${MARGIN}" y="${top + 24}">${escapeXml(title)}</text>`,
    `<text class="quiet" x="${ideal}" y="${top + 46}" text-anchor="middle">${one}</text>`,
    ...bars.map((bar, n) => drawBar(bar, first + n * ROW_HEIGHT)),
    `<line class="one" x1="${ideal}" x2="${ideal}" y1="${first - 4}" y2="${end - 2}"/>`,
  ].join("\n")
}

function drawBar({ row, length, mark }: Bar, top: number): string {
  const scale = (value: number) => (Math.min(Math.max(value, 0) || 0, LONGEST) / LONGEST) * BARS_WIDTH
  const goalAt = BARS_AT + scale(mark)
  const middle = top + ROW_HEIGHT / 2
  const text = `${row.line}: ${row.what}`
  const label = text.length > LABEL_CHARS ? `${text.slice(0, LABEL_CHARS - 1)}…` : text
  return [
    `<text x="${BARS_AT - 12}" y="${middle + 4}" text-anchor="end">${escapeXml(label)}</text>`,
    `<rect class="room" x="${BARS_AT}" y="${middle - BAR_HEIGHT / 2}" width="${BARS_WIDTH}" height="${BAR_HEIGHT}"/>`,
    `<rect class="${row.met ? "met" : "short"}" x="${BARS_AT}" y="${middle - BAR_HEIGHT / 2}" width="${scale(length).toFixed(1)}" height="${BAR_HEIGHT}"/>`,
    mark === 1
      ? ""
      : `<line class="goal" x1="${goalAt}" x2="${goalAt}" y1="${middle - BAR_HEIGHT / 2 - 2}" y2="${middle + BAR_HEIGHT / 2 + 2}"/>`,
    `<text x="${BARS_AT + BARS_WIDTH + 12}" y="${middle + 4}">${escapeXml(figures(row))}</text>`,
  ].join("")
}

function figures({ ours, unit, ratio, goal, met }: Bar["row"]): string {
  const bound = `${"atLeast" in goal ? "≥" : "≤"} ${number(boundOf(goal))}`
  const value = goal.of === "ratio" ? (ratio ?? Number.NaN) : ours
  // What is short by a hair must not look as if it were not.
  const digits = !met && number(value) === number(boundOf(goal)) ? value.toPrecision(4) : number(value)
  const reached = goal.of === "ratio" ? digits : `${digits} ${unit}`
  return `${reached}  (${bound})${met ? "" : "  short"}`
}

function number(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en")
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function whereAndWhen({ at, machine: { cpu, cores, node, load }, failed = [] }: Found): string {
  const gone = failed.length > 0 ? `; failed: ${failed.join(", ")}` : ""
  return `${at.slice(0, 16).replace("T", " ")} UTC, ${cores} × ${cpu}, Node ${node}, load ${load[0]?.toFixed(1)}; the short line across a bar is its goal${gone}`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `<style>
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1c1c1c }
.title { font-size: 20px; font-weight: 600 } .part { font-size: 14px; font-weight: 600 } .quiet { fill: #5c5c5c }
.ground { fill: #ffffff } .room { fill: #eeeeee } .met { fill: #2e7d4f } .short { fill: #c2571a }
.one { stroke: #5c5c5c; stroke-dasharray: 3 3 } .goal { stroke: #1c1c1c; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #ececec } .quiet { fill: #a8a8a8 } .ground { fill: #161616 } .room { fill: #2a2a2a }
.met { fill: #4caf7a } .short { fill: #e8853f } .one { stroke: #a8a8a8 } .goal { stroke: #ffffff }
}
</style>`
