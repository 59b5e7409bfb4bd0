/** Topics and parsing of the box's change notices for screens, without the schema builder, because pages are bundled with this file. */

/** The topic of change notices (`lan.changed`). */
export const CHANGED_TOPIC = "brasa/lan/v1/changed"

/** The topic of a screen's heartbeats (`lan.beat`). */
export const HEARTBEAT_PATTERN = "brasa/lan/v1/devices/{deviceId}/beat"

export function heartbeatTopic(deviceId: string): string {
  return HEARTBEAT_PATTERN.replace("{deviceId}", deviceId)
}

/** The header on every answer of a replaced box. Its screens stop, because another box has taken over the store. */
export const REPLACED_HEADER = "x-brasa-replaced"

/** The device's client id at the broker. */
export function deviceClientId(deviceId: string): string {
  return `device:${deviceId}`
}

export interface ChangeNotice {
  readonly what: string
  readonly seq: number
  readonly boot: string
}

/** Null where the payload is no change notice. */
export function readChangeNotice(payload: string): ChangeNotice | null {
  try {
    const { what, seq, boot } = JSON.parse(payload) as Partial<ChangeNotice>
    return typeof what === "string" && typeof seq === "number" && typeof boot === "string" ? { what, seq, boot } : null
  } catch {
    return null
  }
}

/** The counts after a change notice. They start over after a restart of the box. */
export function afterChangeNotice(changes: Changes | null, { what, seq, boot }: ChangeNotice): Changes {
  return { boot, counts: { ...(changes?.boot === boot && changes.counts), [what]: seq } }
}

/** The header on every answer under `/api/lan/`. The counts are read before the request is handled, so the answer is at least as new. */
export const CHANGES_HEADER = "x-brasa-changes"

export interface Changes {
  /** Different after each start of the box, when the counts start over. */
  readonly boot: string
  readonly counts: Readonly<Record<string, number>>
}

export function writeChanges({ boot, counts }: Changes): string {
  return [boot, ...Object.entries(counts).map(([what, count]) => `${what}=${count}`)].join(";")
}

/** Null where the text cannot be read, and for a box that does not send counts. */
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

/** Whether `changes` has a change that `seen` lacks. Counts from different starts of the box are not compared. */
export function isBehind(seen: Changes | null, changes: Changes | null, whats: readonly string[]): boolean {
  if (!seen || !changes) return false
  if (seen.boot !== changes.boot) return false
  return whats.some((what) => (changes.counts[what] ?? 0) > (seen.counts[what] ?? 0))
}
