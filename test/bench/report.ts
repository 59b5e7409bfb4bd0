/** What the bench found: rows with a ratio beside its goal, as a table for people and as JSON. */

/** Of the ratio ours ÷ against, or of our value itself. */
export type Goal =
  | { readonly of: "ratio" | "value"; readonly atLeast: number }
  | { readonly of: "ratio" | "value"; readonly atMost: number }

export interface Row {
  readonly line: string
  readonly what: string
  readonly unit: string
  readonly ours: number
  /** What it is held against, and how much that reached; null where only our own value counts. */
  readonly against: { readonly name: string; readonly value: number } | null
  readonly goal: Goal | null
}

export interface CheckedLine extends Row {
  readonly ratio: number | null
  /** Null where no goal is set. */
  readonly met: boolean | null
}

export function checkLine(row: Row): CheckedLine {
  const ratio = row.against ? row.ours / row.against.value : null
  return {
    ...row,
    ratio,
    met: row.goal ? meets(row.goal, row.goal.of === "ratio" ? (ratio ?? Number.NaN) : row.ours) : null,
  }
}

const HEAD = ["line", "what", "Brasa", "against", "", "ratio", "goal", ""]

export function tableOf(rows: readonly CheckedLine[]): string {
  const cells = rows.map((row, n) => [
    rows[n - 1]?.line === row.line ? "" : row.line,
    row.what,
    `${figure(row.ours)} ${row.unit}`,
    row.against ? `${figure(row.against.value)} ${row.unit}` : "",
    row.against?.name ?? "",
    row.ratio === null ? "" : row.ratio.toFixed(2),
    goalText(row.goal),
    row.met === null ? "" : row.met ? "ok" : "SHORT",
  ])
  const all = [HEAD, ...cells]
  const widths = HEAD.map((_, column) => Math.max(...all.map((line) => (line[column] ?? "").length)))
  const text = all.map((line) =>
    line
      .map((cell, n) => pad(cell, widths[n] ?? 0, n))
      .join("  ")
      .trimEnd(),
  )
  return `${[text[0], widths.map((width) => "-".repeat(width)).join("  "), ...text.slice(1)].join("\n")}\n`
}

function meets(goal: Goal, value: number): boolean {
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost
}

function goalText(goal: Goal | null): string {
  if (!goal) return ""
  const bound = "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
  return goal.of === "ratio" ? bound : `${bound} itself`
}

function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en")
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const RIGHT = new Set([2, 3, 5])

function pad(cell: string, width: number, column: number): string {
  return RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width)
}
