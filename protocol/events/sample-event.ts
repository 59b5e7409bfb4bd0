/** Made-up data of an event, out of its example: to try an endpoint out without anything having happened. */
import { eventExample } from "./event-examples.ts"
import type { EventType } from "./event-table.ts"

/** Nobody's: whoever looks for it finds nothing. */
const NOBODY = "00000000-0000-4000-8000-000000000000"
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** What the example calls its order, its code, its store and its vendor: who hears of it may be somebody else. */
const NAMED = /^(web-1001|A-101|acme(\.[\w.]+)?|Acme .+)$/

export function sampleData(type: EventType, now: string): unknown {
  return madeUp(eventExample(type).data, now)
}

function madeUp(value: unknown, now: string): unknown {
  if (typeof value === "string") return textOf(value, now)
  if (Array.isArray(value)) return value.map((inner) => madeUp(inner, now))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, madeUp(inner, now)]))
}

function textOf(text: string, now: string): string {
  if (UUID.test(text)) return NOBODY
  if (MOMENT.test(text)) return now
  if (DAY.test(text)) return now.slice(0, 10)
  return NAMED.test(text) ? "sample" : text
}
