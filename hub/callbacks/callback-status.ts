/** How an accepted report stands: by the word of its store, or else by its job. */
import type { JobRecord } from "../queue/index.ts"
import { type CallbackOutcome, type KnownCallback, WAITS_FOR_STORE } from "./callbacks-store.ts"

/**
 * Null: its job ended so long ago that it was pruned. The outcome and the job's end are written together and read one after the other: a
 * job that handed its report to the store has ended, and the report has not.
 */
export function callbackStatus(
  { outcome }: Pick<KnownCallback, "outcome">,
  job: JobRecord | null,
): CallbackOutcome | null {
  if (outcome) return outcome
  return job?.result?.waitsFor === WAITS_FOR_STORE.result?.waitsFor ? WAITS_FOR_STORE : job
}
