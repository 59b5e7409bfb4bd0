/** Makes the `data` of a test event from its example, without real ids and names. */
import { eventExample } from "./event-examples.ts"
import type { EventType } from "./event-table.ts"

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** The example's order, code, store and vendor, which would confuse another tenant. */
const EXAMPLE_NAMES = /^(web-1001|A-101|acme(\.[\w.]+)?|Acme .+)$/

export function sampleData(type: EventType, now: string): unknown {
  return anonymize(eventExample(type).data, now)
}

function anonymize(value: unknown, now: string): unknown {
  if (typeof value === "string") return textOf(value, now)
  if (Array.isArray(value)) return value.map((inner) => anonymize(inner, now))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, anonymize(inner, now)]))
}

function textOf(text: string, now: string): string {
  if (UUID.test(text)) return UNKNOWN_ID
  if (MOMENT.test(text)) return now
  if (DAY.test(text)) return now.slice(0, 10)
  return EXAMPLE_NAMES.test(text) ? "sample" : text
}
