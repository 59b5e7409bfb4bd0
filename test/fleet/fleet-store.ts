/** A store of the fleet: the real machine of sync and the real connection, with its log in memory where a box has a disk. */
import { ack, command, down, notify, pull, state, storeClientId, up } from "../../protocol/mqtt/cloud.ts"
import { type LoggedOp, packBatch } from "../../protocol/sync/batch.ts"
import { BATCH_BYTES_MAX, GZIPPED_BATCH_BYTES_MAX } from "../../protocol/sync/limits.ts"
import type { Op } from "../../protocol/sync/messages.ts"
import {
  newStoreSyncState,
  type StoreEffect,
  type StoreInput,
  type StoreSyncState,
} from "../../protocol/sync/store-line.ts"
import { nextStepAt } from "../../protocol/sync/store-next-step.ts"
import { stepStore } from "../../protocol/sync/store-side.ts"
import { silentLog } from "../../runtime/log.ts"
import { connectMqtt, type MqttConnection } from "../../runtime/mqtt/client.ts"
import { gzipMessage } from "../../runtime/mqtt/gzip-message.ts"
import type { FleetMeter } from "./meter.ts"

/** Ops that are made in one moment travel in one batch, as a box does it. */
const NUDGE_WAIT_MS = 5

export interface FleetPlace {
  readonly storeId: string
  readonly credential: string
}

export interface FleetStore extends FleetPlace {
  connect(url: string): void
  isUp(): boolean
  /** Its line is cut without a goodbye, and stays so until `connect`. It sells on. */
  vanish(): Promise<void>
  /** Says something of its own, in the order it was made. */
  record(op: { readonly kind: string; readonly body: string; readonly counts: boolean }): void
  unsent(): number
  stop(): Promise<void>
}

interface Made extends LoggedOp {
  readonly madeAt: number
  /** Made while the line was up: how long it took is the hub's doing. */
  readonly onLine: boolean
  readonly counts: boolean
}

interface Self {
  readonly place: FleetPlace
  readonly meter: FleetMeter
  line: StoreSyncState
  /** From the op at the watermark on, whose mark says what the next follows. */
  log: Made[]
  head: number
  session: number
  speaker: MqttConnection | null
  timer: NodeJS.Timeout | null
  nudge: NodeJS.Timeout | null
  readonly inputs: StoreInput[]
  stepping: boolean
}

export function createFleetStore(
  place: FleetPlace,
  { epoch, meter }: { epoch: string; meter: FleetMeter },
): FleetStore {
  const facts = { epoch, previous: null, head: 0, acked: 0, appliedDown: 0, downMark: null, fenced: false }
  const self: Self = {
    ...{ place, meter, line: newStoreSyncState(facts), log: [], head: 0, session: 0, speaker: null },
    ...{ timer: null, nudge: null, inputs: [], stepping: false },
  }
  const stop = async () => {
    for (const waiting of [self.timer, self.nudge]) if (waiting) clearTimeout(waiting)
    self.timer = null
    self.nudge = null
    await self.speaker?.stop()
    self.speaker = null
  }
  return {
    ...place,
    isUp: () => self.line.link === "up",
    unsent: () => self.head - self.line.acked,
    connect(url) {
      self.speaker = speak(self, url)
      self.speaker.start()
    },
    async vanish() {
      // It drops the connection as it is; before it comes back it is stopped, with nothing left to say goodbye on.
      self.speaker?.renew()
      await stop()
    },
    record({ kind, body, counts }) {
      const now = performance.now()
      self.head += 1
      const op = { seq: self.head, mark: `${place.storeId}-${self.head}`, kind, at: new Date().toISOString(), body }
      self.log.push({ ...op, madeAt: now, onLine: self.line.link === "up", counts })
      self.nudge ??= setTimeout(() => {
        self.nudge = null
        tell(self, { is: "tick" })
      }, NUDGE_WAIT_MS)
    },
    stop,
  }
}

function speak(self: Self, url: string): MqttConnection {
  const { storeId, credential } = self.place
  const own = { storeId }
  return connectMqtt({
    url,
    clientId: storeClientId(storeId),
    username: storeId,
    password: credential,
    filters: [ack, down, notify, command].map((channel) => channel.topic(own)),
    prepare: () => {
      self.session += 1
      const gone = { session: self.session, online: false, epoch: self.line.epoch }
      return { will: { topic: state.topic(own), payload: state.encode(gone) } }
    },
    onUp: () => {
      self.meter.connected(performance.now())
      tell(self, { is: "link-up", session: self.session })
    },
    onDown: () => tell(self, { is: "link-down" }),
    onMessage: (topic, payload) => hear(self, topic, payload),
    chance: Math.random,
    log: silentLog,
  })
}

function hear(self: Self, topic: string, payload: Uint8Array): void {
  const input = read(self, topic, payload)
  if (typeof input === "string") self.meter.fault(`a message does not fit: ${input}`)
  else tell(self, input)
}

function read(self: Self, topic: string, payload: Uint8Array): StoreInput | string {
  if (ack.parse(topic)) {
    const heard = ack.decode(payload)
    return heard.ok ? { is: "ack", message: heard.message, markAt: markAt(self, heard.message.applied) } : heard.reason
  }
  if (down.parse(topic)) {
    const heard = down.decode(payload)
    return heard.ok ? { is: "down", message: heard.message, markAt: markAt(self, heard.message.applied) } : heard.reason
  }
  if (!notify.parse(topic)) return `nobody here does what ${topic} asks`
  const heard = notify.decode(payload)
  return heard.ok ? { is: "poke", message: heard.message } : heard.reason
}

/** One step at a time, and then the wait until the machine has to do something of itself. */
function tell(self: Self, input: StoreInput): void {
  self.inputs.push(input)
  if (self.stepping) return
  self.stepping = true
  for (let next = self.inputs.shift(); next !== undefined; next = self.inputs.shift()) {
    const moment = { now: performance.now(), chance: Math.random() }
    const { state, effects } = stepStore({ ...self.line, head: self.head }, next, moment)
    self.line = state
    for (const effect of effects) runEffects(self, effect)
  }
  self.stepping = false
  if (self.timer) clearTimeout(self.timer)
  const at = nextStepAt(self.line)
  self.timer = at === null ? null : setTimeout(() => tell(self, { is: "tick" }), Math.max(0, at - performance.now()))
}

function runEffects(self: Self, effect: StoreEffect): void {
  const { place, speaker, meter, line, head } = self
  switch (effect.do) {
    case "send-batch":
      sendBatch(self, effect)
      break
    case "send-pull": {
      const message = { ...effect.message, told: { made: head, acked: line.acked } }
      speaker?.publish(pull.topic({ storeId: place.storeId }), pull.encode(message))
      break
    }
    case "send-state":
      speaker?.publish(state.topic({ storeId: place.storeId }), state.encode(effect.message))
      break
    case "save-acked":
      keepAcked(self, effect.acked)
      break
    case "apply-down":
      tookIn(self, effect.ops)
      break
    case "reconnect":
      self.session = Math.max(self.session, effect.above)
      meter.renewed()
      setImmediate(() => self.speaker?.renew())
      break
    case "alarm":
      meter.fault(effect.reason)
      break
    default:
      // Nothing of this fleet's is ever restored, replaced or commanded.
      meter.fault(`unexpected: ${effect.do}`)
  }
}

function tookIn(self: Self, ops: readonly Op[]): void {
  const last = ops.at(-1)
  if (last) self.inputs.push({ is: "down-applied", to: last.seq, mark: last.mark })
}

function sendBatch(self: Self, { from, gzip }: { readonly from: number; readonly gzip: boolean }): void {
  const rows = self.log.slice(
    Math.max(
      0,
      self.log.findIndex(({ seq }) => seq >= from),
    ),
  )
  const ops = packBatch(rows, gzip ? GZIPPED_BATCH_BYTES_MAX : BATCH_BYTES_MAX)
  const last = ops.at(-1)
  if (last === undefined || ops[0]?.seq !== from) return void self.inputs.push({ is: "missing" })
  const { epoch, previous, acked } = self.line
  const told = { made: self.head, acked }
  const payload = up.encode({ epoch, previous, told, from, to: last.seq, mark: markAt(self, from - 1), ops })
  self.speaker?.publish(up.topic({ storeId: self.place.storeId }), gzip ? gzipMessage(payload) : payload)
  self.inputs.push({ is: "sent", from, to: last.seq })
}

function keepAcked(self: Self, acked: number): void {
  const now = performance.now()
  const keepFrom = self.log.findIndex(({ seq }) => seq >= acked)
  const newest = self.log.findLast(({ seq }) => seq <= acked)
  for (const op of self.log) {
    if (op.seq > acked) break
    if (op.madeAt >= 0 && op.counts) self.meter.acknowledged({ ms: now - op.madeAt, onLine: op.onLine })
  }
  self.log = keepFrom < 0 ? [] : self.log.slice(keepFrom)
  // It stays for its mark alone: its time is counted.
  if (newest && self.log[0] === newest) self.log[0] = { ...newest, madeAt: -1, body: "" }
}

function markAt(self: Self, seq: number): string | null {
  return self.log.find((op) => op.seq === seq)?.mark ?? null
}
