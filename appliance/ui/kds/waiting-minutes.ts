/** Formats waiting times so that a kitchen can read them from a distance. Pure. */
const SECOND_MS = 1_000
const MINUTE_S = 60

/** `4:07`. Hours are shown as minutes. */
export function minutesText(waitedMs: number): string {
  const seconds = Math.floor(waitedMs / SECOND_MS)
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`
}
