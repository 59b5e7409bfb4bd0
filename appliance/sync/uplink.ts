/** The store's link to the hub: connects, wakes the engine when it is time, and tells it what comes. */
import { ack, command, down, notify, pull, reply, state, storeClientId, up } from "../../protocol/mqtt/cloud.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { connectMqtt, type MqttConnection } from "../../runtime/mqtt/client.ts"
import { gzipMessage } from "../../runtime/mqtt/gzip-message.ts"
import type { BoxStore, NumberedOutbox } from "../storage/index.ts"
import type { ApplyOperation } from "./apply-operations.ts"
import type { Execute } from "./execute-command.ts"
import type { Journal } from "./journal.ts"
import { createLeftoverSync, type LeftoverSync, type RequestLeftoverSync } from "./leftover-sync.ts"
import { createOutbox } from "./outbox.ts"
import { reportDeadLetters } from "./report-dead-letters.ts"
import type { EngineDeps, OutgoingMessages } from "./run-effects.ts"
import { createEngine, type Engine, type SyncPositionView, type SyncStatus } from "./sync-engine.ts"

/** Ops that are recorded in one moment travel in one batch. */
const NUDGE_WAIT_MS = 5

export interface UplinkDeps {
  readonly store: BoxStore
  readonly ids: Pick<Ids, "uuid" | "hex12">
  readonly journal?: Pick<Journal, "append">
  readonly log: Log
  readonly applyDown: ApplyOperation
  readonly execute: Execute
  readonly chance: () => number
  readonly backoffFirstMs?: number
  readonly onEpoch?: EngineDeps["onEpoch"]
  /** Called whenever `status` may read differently. */
  readonly onStatus?: () => void
}

export interface HubAddress {
  readonly url: string
  readonly storeId: string
  readonly credential: string
  /** The way to the hub for a box that was replaced; without it such a box never hears of it. */
  readonly handOver?: RequestLeftoverSync
}

export interface Uplink {
  /** For the rooms. It works from the first moment, with or without a hub. */
  readonly outbox: NumberedOutbox
  epoch(): string
  standing(): SyncPositionView
  status(): SyncStatus
  /** Begins to speak, or goes on elsewhere: a box that waits for its claim has no address yet. */
  connect(address: HubAddress): Promise<void>
  /** Another box of the store has said that it speaks for it now. */
  fence(): void
  stop(): Promise<void>
}

export function createUplink(deps: UplinkDeps): Uplink {
  let speaker: MqttConnection | null = null
  let address: HubAddress | null = null
  let timer: NodeJS.Timeout | null = null
  let nudged: NodeJS.Timeout | null = null
  let former: LeftoverSync | null = null
  /** What other rooms commit after a stop waits for the next connection, or the next start: the database may be closed by then. */
  let isOver = false
  let hasLeft = false

  const engine: Engine = createEngine({
    ...deps,
    onTaken: (tx) => reportDeadLetters(tx, outbox),
    time: () => performance.now(),
    send: (message) => {
      if (!address) return
      const topic = topicOf(message, address.storeId)
      if (former?.send({ topic, payload: message.payload })) return
      speaker?.publish(topic, message.gzip ? gzipMessage(message.payload) : message.payload)
    },
    reconnect: () => setImmediate(() => former?.renew() || speaker?.renew()),
  })
  /** Whatever the engine was told, the time of its next wait may have moved. */
  const tell = (say: () => void) => {
    say()
    if (timer) clearTimeout(timer)
    const at = engine.nextStepAt()
    timer = at === null || isOver ? null : setTimeout(() => tell(engine.tick), Math.max(0, at - performance.now()))
    leaveIfDone()
    deps.onStatus?.()
  }
  /** The box that took over may be a copy of this one, with the same login: each connection from here ends its own. */
  const leaveIfDone = () => {
    if (hasLeft || !engine.isDone()) return
    hasLeft = true
    deps.log.warn("another box has taken over this store, and the hub has all that was here")
    void speaker?.stop()
  }
  const nudge = () => {
    if (isOver) return
    nudged ??= setTimeout(() => {
      nudged = null
      tell(engine.nudge)
    }, NUDGE_WAIT_MS)
  }
  /** Beside the broker, which says no more than that it does not know the login. */
  const listenForFormer = (ask: RequestLeftoverSync): LeftoverSync =>
    createLeftoverSync({
      ask,
      onReplaced: () => {
        deps.log.warn("another box has taken over this store; what is left here is handed over")
        void speaker?.stop()
      },
      onUp: () => tell(() => engine.linkUp(engine.nextSession().session)),
      onDown: () => tell(engine.linkDown),
      onMessage: ({ topic, payload }) => tell(() => engine.receive(topic, payload)),
    })
  const speak = ({ url, storeId, credential }: HubAddress): MqttConnection => {
    let session = 0
    return connectMqtt({
      url,
      clientId: storeClientId(storeId),
      username: storeId,
      password: credential,
      filters: [ack, down, notify, command].map((channel) => channel.topic({ storeId })),
      prepare: () => {
        const next = engine.nextSession()
        session = next.session
        return { will: { topic: state.topic({ storeId }), payload: state.encode({ ...next, online: false }) } }
      },
      onUp: () => tell(() => engine.linkUp(session)),
      onRefused: () => former?.refused(),
      onDown: () => tell(engine.linkDown),
      onMessage: (topic, payload) => tell(() => engine.receive(topic, payload)),
      chance: deps.chance,
      log: deps.log,
      ...(deps.backoffFirstMs !== undefined && { backoffFirstMs: deps.backoffFirstMs }),
    })
  }
  const stop = async () => {
    former?.stop()
    former = null
    await speaker?.stop()
    speaker = null
    for (const waiting of [timer, nudged]) if (waiting) clearTimeout(waiting)
    timer = null
    nudged = null
  }
  const { ids, journal } = deps
  const outbox = createOutbox({ ids, nudge, skewAt: engine.skewAt, ...(journal && { journal }) })
  return {
    outbox,
    epoch: () => engine.standing().epoch,
    standing: engine.standing,
    status: engine.status,
    async connect(next) {
      await stop()
      // A drill stops the line, and goes on when it is over.
      isOver = false
      hasLeft = false
      address = next
      former = next.handOver ? listenForFormer(next.handOver) : null
      speaker = speak(next)
      speaker.start()
    },
    fence: () => tell(engine.fence),
    stop() {
      isOver = true
      return stop()
    },
  }
}

function topicOf({ channel, hubId }: OutgoingMessages, storeId: string): string {
  switch (channel) {
    case "up":
      return up.topic({ storeId })
    case "pull":
      return pull.topic({ storeId })
    case "state":
      return state.topic({ storeId })
    case "reply":
      return reply.topic({ storeId, hubId: hubId ?? "" })
  }
}
