/** What a screen needs to know of the box's nudges and counts, without any schema: a page carries this file. */

/** Where the box nudges its screens (`lan.changed`). */
export const CHANGED_TOPIC = "brasa/lan/v1/changed"

/** Where a screen says that it is there (`lan.beat`). */
export const HEARTBEAT_PATTERN = "brasa/lan/v1/devices/{deviceId}/beat"

export function heartbeatTopic(deviceId: string): string {
  return HEARTBEAT_PATTERN.replace("{deviceId}", deviceId)
}

/** On every answer of a box that another has replaced: it speaks for the store no longer, and its screens stop. */
export const REPLACED_HEADER = "x-brasa-replaced"

/** What a device calls itself at the broker. */
export function deviceClientId(deviceId: string): string {
  return `device:${deviceId}`
}

export interface ChangeNotice {
  readonly what: string
  readonly seq: number
  readonly boot: string
}

/** null for what is no nudge. */
export function readChangeNotice(payload: string): ChangeNotice | null {
  try {
    const { what, seq, boot } = JSON.parse(payload) as Partial<ChangeNotice>
    return typeof what === "string" && typeof seq === "number" && typeof boot === "string" ? { what, seq, boot } : null
  } catch {
    return null
  }
}

/** What is known after a nudge; another start of the box begins anew. */
export function afterChangeNotice(changes: Changes | null, { what, seq, boot }: ChangeNotice): Changes {
  return { boot, counts: { ...(changes?.boot === boot && changes.counts), [what]: seq } }
}

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
    return [what, /^\d+$/.test(count) ? Number(count) : Number.NaN]
  })
  return counts.every(([what, count]) => what !== "" && Number.isInteger(count))
    ? { boot, counts: Object.fromEntries(counts) }
    : null
}

/** A change that the screen has heard of and that `seen` does not hold yet. A count of another start of the box says nothing. */
export function isBehind(seen: Changes | null, changes: Changes | null, whats: readonly string[]): boolean {
  if (!seen || !changes) return false
  if (seen.boot !== changes.boot) return false
  return whats.some((what) => (changes.counts[what] ?? 0) > (seen.counts[what] ?? 0))
}
