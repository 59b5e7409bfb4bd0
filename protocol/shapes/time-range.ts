/** A span of time that somebody asks for: instants or local dates, either end left out for open. */
import { invalid, type Refusal } from "../refusals.ts"

interface TimeRangeQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** `VALIDATION_ERROR` where its end comes before its beginning: an empty answer would hide the slip. */
export function checkSpan({ from, to }: TimeRangeQuery): Refusal<"VALIDATION_ERROR"> | null {
  const isTurned = from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)
  return isTurned ? invalid({ path: "from", message: "must not be after to" }) : null
}
