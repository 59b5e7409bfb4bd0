/** The workers of one hub process: woken by commits, by time and now and then, they claim what is due and end it. */
import type { Clock } from "../../protocol/runtime/clock.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import type { JobKinds } from "./job.ts"

export interface QueueParts {
  readonly store: HubStore
  readonly clock: Clock
  readonly log: Log
  readonly kinds: JobKinds
  /** From 0 to below 1. */
  readonly chance?: () => number
}

export interface Queue {
  start(): void
  /** Claims nothing more, lets what runs end for a while, gives the rest back. */
  stop(): Promise<void>
  /** Works until nothing is due. */
  settle(): Promise<void>
}

export function createQueue(_parts: QueueParts): Queue {
  return { start() {}, stop: async () => {}, settle: async () => {} }
}
