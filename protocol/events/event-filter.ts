/** Which events an endpoint asked for: all (`*`), a family (`order.*`) or one by its name. */
import { EVENT_TYPES } from "./event-table.ts"

const ALL = "*"
const FAMILY = /^([a-z]+)\.\*$/

export function wantsEvent(filter: readonly string[], type: string): boolean {
  return filter.some((one) => one === ALL || one === type || familyOf(one) === type.split(".")[0])
}

/** Whether a filter's entry can ever match. */
export function isEventFilter(entry: string): boolean {
  if (entry === ALL) return true
  return EVENT_TYPES.some((type) => type === entry || familyOf(entry) === type.split(".")[0])
}

function familyOf(entry: string): string | undefined {
  return FAMILY.exec(entry)?.[1]
}
