/** Assembles the delivery of events: the sender, its kinds of jobs, and pruning. */
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { JobKinds } from "../queue/index.ts"
import type { HubStore } from "../storage/index.ts"
import { deliverKind } from "./deliver.ts"
import { DELIVER } from "./fan-out.ts"
import { createPruner, type Pruner } from "./prune.ts"
import { REPLAY, replayKind } from "./replay.ts"
import { RESUME, resumeKind } from "./resume.ts"
import { createSender } from "./send.ts"

interface WebhooksDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly secretKey: Buffer
  /** Whether events may be sent to loopback and private addresses. */
  readonly allowPrivate: boolean
  /** How long events are kept. */
  readonly keptMs: number
}

export interface Webhooks {
  readonly kinds: JobKinds
  readonly pruner: Pruner
  /** Closes the open connections. Call it after the queue has stopped. */
  close(): void
}

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const sender = createSender(deps)
  return {
    kinds: {
      [DELIVER]: deliverKind({ ...deps, sender }),
      [RESUME]: resumeKind(deps.ids),
      [REPLAY]: replayKind(deps.ids),
    },
    pruner: createPruner(deps),
    close: sender.close,
  }
}
