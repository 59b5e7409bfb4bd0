/** The state of an accepted report: its store's verdict, or else the state of its job. */
import type { JobRecord } from "../queue/index.ts"
import { type CallbackOutcome, type KnownCallback, WAITS_FOR_STORE } from "./callbacks-store.ts"

/**
 * Null: its job ended so long ago that it was pruned. Outcome and job are written together but read one after the other. A job that sent its
 * report to the store has ended, and the report has not.
 */
export function callbackStatus(
  { outcome }: Pick<KnownCallback, "outcome">,
  job: JobRecord | null,
): CallbackOutcome | null {
  if (outcome) return outcome
  return job?.result?.waitsFor === WAITS_FOR_STORE.result?.waitsFor ? WAITS_FOR_STORE : job
}
