/** What a queue needs. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import type { JobKinds } from "./job.ts"

export interface QueueDeps {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  readonly kinds: JobKinds
  /** From 0 to below 1: spreads the waits of retries. `Math.random` by default. */
  readonly chance?: () => number
  readonly stopWaitMs?: number
  /** Milliseconds on a clock that never jumps, to measure durations. `performance.now` by default; a simulation has its own. */
  readonly elapsed?: () => number
}
