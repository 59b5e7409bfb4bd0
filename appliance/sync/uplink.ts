/** The box's connection to the hub: runs a step of the sync engine when a message arrives, a time has come, or an operation was recorded. */
import {
  ack,
  command,
  down,
  notify as notifyChannel,
  pull,
  reply,
  state,
  storeClientId,
  up,
} from "../../protocol/mqtt/cloud.ts"
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
import type { EngineDeps, OutgoingMessage } from "./run-effects.ts"
import { createEngine, type Engine, type SyncPositionView, type SyncStatus } from "./sync-engine.ts"

/** Operations that are recorded at one moment travel in one batch. */
const NOTIFY_WAIT_MS = 5

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
  /** How a box that was replaced reaches the hub. Without it, such a box never learns that it was replaced. */
  readonly handOver?: RequestLeftoverSync
}

export interface Uplink {
  /** Records operations from the first moment, with or without a hub. */
  readonly outbox: NumberedOutbox
  epoch(): string
  standing(): SyncPositionView
  status(): SyncStatus
  /** Connects, or connects elsewhere: a box that waits for its claim has no address yet. */
  connect(address: HubAddress): Promise<void>
  /** Another box has taken over the store. */
  fence(): void
  stop(): Promise<void>
}

interface UplinkState {
  readonly deps: UplinkDeps
  readonly engine: Engine
  mqtt: MqttConnection | null
  /** The way to the hub after another box has taken over the store. */
  leftover: LeftoverSync | null
  address: HubAddress | null
  timer: NodeJS.Timeout | null
  notified: NodeJS.Timeout | null
  /** What is committed after a stop waits for the next connection or start: the database may be closed by then. */
  isStopped: boolean
  hasLeft: boolean
}

export function createUplink(deps: UplinkDeps): Uplink {
  const { ids, journal } = deps
  const engine = createEngine({
    ...deps,
    onApplied: (tx) => reportDeadLetters(tx, outbox),
    time: () => performance.now(),
    send: (message) => send(self, message),
    reconnect: () => setImmediate(() => self.leftover?.renew() || self.mqtt?.renew()),
  })
  const self: UplinkState = {
    ...{ deps, engine, mqtt: null, leftover: null, address: null },
    ...{ timer: null, notified: null, isStopped: false, hasLeft: false },
  }
  const nudge = () => notify(self)
  const outbox = createOutbox({ ids, nudge, skewAt: engine.skewAt, ...(journal && { journal }) })
  return {
    outbox,
    epoch: () => engine.position().epoch,
    standing: engine.position,
    status: engine.status,
    async connect(address) {
      await close(self)
      // An outage test stops the uplink, and connects it again when it is over.
      Object.assign(self, { isStopped: false, hasLeft: false, address })
      self.leftover = address.handOver ? openLeftoverSync(self, address.handOver) : null
      self.mqtt = openMqtt(self, address)
      self.mqtt.start()
    },
    fence: () => step(self, engine.fence),
    stop() {
      self.isStopped = true
      return close(self)
    },
  }
}

/** Runs one step of the engine. The time of its next wait may have moved, so the timer is set anew. */
function step(self: UplinkState, run: () => void): void {
  const { engine, deps } = self
  run()
  if (self.timer) clearTimeout(self.timer)
  const at = engine.nextStepAt()
  const isWaiting = at !== null && !self.isStopped
  self.timer = isWaiting ? setTimeout(() => step(self, engine.tick), Math.max(0, at - performance.now())) : null
  leaveIfDone(self)
  deps.onStatus?.()
}

/** The box that took over may be a copy of this one with the same login, so that each connection from here would end its own. */
function leaveIfDone(self: UplinkState): void {
  if (self.hasLeft || !self.engine.isDone()) return
  self.hasLeft = true
  self.deps.log.warn("another box has taken over this store, and the hub has all that was here")
  void self.mqtt?.stop()
}

function notify(self: UplinkState): void {
  if (self.isStopped) return
  self.notified ??= setTimeout(() => {
    self.notified = null
    step(self, self.engine.nudge)
  }, NOTIFY_WAIT_MS)
}

function send({ address, leftover, mqtt }: UplinkState, message: OutgoingMessage): void {
  if (!address) return
  const topic = topicOf(message, address.storeId)
  if (leftover?.send({ topic, payload: message.payload })) return
  mqtt?.publish(topic, message.gzip ? gzipMessage(message.payload) : message.payload)
}

/** Used when the broker refuses the login, because it does not say why. */
function openLeftoverSync(self: UplinkState, ask: RequestLeftoverSync): LeftoverSync {
  const { engine, deps } = self
  return createLeftoverSync({
    ask,
    onReplaced: () => {
      deps.log.warn("another box has taken over this store; the rest of what is here is sent to the hub")
      void self.mqtt?.stop()
    },
    onUp: () => step(self, () => engine.linkUp(engine.nextSession().session)),
    onDown: () => step(self, engine.linkDown),
    onMessage: ({ topic, payload }) => step(self, () => engine.receive(topic, payload)),
  })
}

function openMqtt(self: UplinkState, { url, storeId, credential }: HubAddress): MqttConnection {
  const { engine, deps } = self
  const { chance, log, backoffFirstMs } = deps
  let session = 0
  return connectMqtt({
    url,
    clientId: storeClientId(storeId),
    username: storeId,
    password: credential,
    filters: [ack, down, notifyChannel, command].map((channel) => channel.topic({ storeId })),
    prepare: () => {
      const next = engine.nextSession()
      session = next.session
      return { will: { topic: state.topic({ storeId }), payload: state.encode({ ...next, online: false }) } }
    },
    onUp: () => step(self, () => engine.linkUp(session)),
    onRefused: () => self.leftover?.refused(),
    onDown: () => step(self, engine.linkDown),
    onMessage: (topic, payload) => step(self, () => engine.receive(topic, payload)),
    chance,
    log,
    ...(backoffFirstMs !== undefined && { backoffFirstMs }),
  })
}

async function close(self: UplinkState): Promise<void> {
  self.leftover?.stop()
  self.leftover = null
  await self.mqtt?.stop()
  self.mqtt = null
  for (const waiting of [self.timer, self.notified]) if (waiting) clearTimeout(waiting)
  self.timer = null
  self.notified = null
}

function topicOf({ channel, hubId }: OutgoingMessage, storeId: string): string {
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
