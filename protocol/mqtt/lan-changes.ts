/** How many changes of each kind the box has counted, as a header of its answers: by it a screen knows whether it is behind. */

/** On every answer of the box under `/api/lan/`; counted before the question was worked on, so the answer is at least as new. */
export const CHANGES_HEADER = "x-brasa-changes"

export interface Changes {
  /** Another one after each start of the box: its counts begin again. */
  readonly boot: string
  readonly counts: Readonly<Record<string, number>>
}

export function writeChanges({ boot, counts }: Changes): string {
  return [boot, ...Object.entries(counts).map(([what, count]) => `${what}=${count}`)].join(";")
}

/** null for what cannot be read, also from a box that does not count yet. */
export function readChanges(text: string | undefined): Changes | null {
  const [boot = "", ...parts] = (text ?? "").split(";")
  if (boot === "") return null
  const counts = parts.map((part): [string, number] => {
    const [what = "", count = ""] = part.split("=")
    return [what, Number(count)]
  })
  return counts.every(([what, count]) => what !== "" && Number.isInteger(count))
    ? { boot, counts: Object.fromEntries(counts) }
    : null
}

/** A change that the screen has heard of and that `seen` does not hold yet. A count of another start of the box says nothing. */
export function isBehind(seen: Changes | null, heard: Changes | null, whats: readonly string[]): boolean {
  if (!seen || !heard) return false
  if (seen.boot !== heard.boot) return false
  return whats.some((what) => (heard.counts[what] ?? 0) > (seen.counts[what] ?? 0))
}
