/** Which events an endpoint asked for: all (`*`), a family (`order.*`) or one by its name. */
import { invalid, type Refusal } from "../refusals.ts"
import { EVENT_TYPES, type EventType } from "./event-table.ts"

const ALL = "*"
/** A test event is for the endpoint that is tried out, and for no other. */
const NEVER_ASKED: EventType = "webhook.test"
const FAMILY = /^([a-z]+)\.\*$/

export function wantsEvent(filter: readonly string[], type: string): boolean {
  return (
    type !== NEVER_ASKED && filter.some((one) => one === ALL || one === type || familyOf(one) === type.split(".")[0])
  )
}

/** Whether a filter's entry can ever match. */
export function isEventFilter(entry: string): boolean {
  if (entry === ALL) return true
  return EVENT_TYPES.some((type) => wantsEvent([entry], type))
}

/** `VALIDATION_ERROR` where somebody asks for the events of a type that there is not: an empty answer would hide the slip, for ever in a feed. */
export function checkEventType(type: string | undefined): Refusal<"VALIDATION_ERROR"> | null {
  if (type === undefined || type === NEVER_ASKED || isEventFilter(type)) return null
  return invalid({ path: "type", message: `must be *, a family such as order.*, or one of ${EVENT_TYPES.join(", ")}` })
}

function familyOf(entry: string): string | undefined {
  return FAMILY.exec(entry)?.[1]
}
