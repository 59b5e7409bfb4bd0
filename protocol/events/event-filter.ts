/** Event filters of webhook endpoints: all events (`*`), a family (`order.*`) or one type. */
import { invalid, type Refusal } from "../refusals.ts"
import { EVENT_TYPES, type EventType } from "./event-table.ts"

const ALL = "*"
/** Goes only to the endpoint that is being tested, so that no filter matches it. */
const TEST_EVENT: EventType = "webhook.test"
const FAMILY = /^([a-z]+)\.\*$/

export function wantsEvent(filter: readonly string[], type: string): boolean {
  return (
    type !== TEST_EVENT &&
    filter.some((entry) => entry === ALL || entry === type || familyOf(entry) === type.split(".")[0])
  )
}

/** Whether a filter's entry can ever match. */
export function isEventFilter(entry: string): boolean {
  if (entry === ALL) return true
  return EVENT_TYPES.some((type) => wantsEvent([entry], type))
}

/** Refuses an event type that does not exist, because an empty list would hide the caller's typing error. */
export function checkEventType(type: string | undefined): Refusal<"VALIDATION_ERROR"> | null {
  if (type === undefined || type === TEST_EVENT || isEventFilter(type)) return null
  return invalid({ path: "type", message: `must be *, a family such as order.*, or one of ${EVENT_TYPES.join(", ")}` })
}

function familyOf(entry: string): string | undefined {
  return FAMILY.exec(entry)?.[1]
}
