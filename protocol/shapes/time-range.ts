/** Query of a time range: moments or local dates; an end that is left out is open. */
import { invalid, type Refusal } from "../refusals.ts"

interface TimeRangeQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refuses a range whose end is before its start, because an empty answer would hide the mistake. */
export function checkSpan({ from, to }: TimeRangeQuery): Refusal<"VALIDATION_ERROR"> | null {
  const isTurned = from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)
  return isTurned ? invalid({ path: "from", message: "must not be after to" }) : null
}
