/** What the workers of a queue are made of. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import type { JobKinds } from "./job.ts"

export interface QueueDeps {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  readonly kinds: JobKinds
  /** From 0 to below 1: moves the waits of retries. */
  readonly chance?: () => number
  readonly stopWaitMs?: number
  /** Milliseconds on a clock that never jumps, for how long something takes: the process's own, unless it is simulated. */
  readonly elapsed?: () => number
}
