/** A program that has a store's valid credential and no good intention: it speaks as the store's box, over real MQTT. */
import { gzipSync } from "node:zlib"
import type { MqttClient } from "mqtt"
import * as cloud from "../../../protocol/mqtt/cloud.ts"
import type { Ack, Previous } from "../../../protocol/sync/messages.ts"
import { callBroker } from "../../kit/call-broker.ts"
import type { DrawnOp } from "./draw-operations.ts"

const OPS_MAX = 30
const ANSWER_MS = 1_500
const ODD_NUMBERS = [0, 1, 2, 1_000, 1_000_001, 2 ** 31, Number.MAX_SAFE_INTEGER]

export interface HostileCounts {
  messages: number
  operations: number
  acknowledged: number
  pulls: number
  epochs: number
  connections: number
}

export interface HostileStore {
  readonly counts: HostileCounts
  connect(url: string): Promise<void>
  /** One message of a kind that chance draws; waits for the answer where there may be one. */
  attack(): Promise<void>
}

interface Login {
  readonly storeId: string
  readonly password: string
}

export function createHostileStore(
  { storeId, password }: Login,
  chance: () => number,
  draw: () => DrawnOp,
): HostileStore {
  const counts = { messages: 0, operations: 0, acknowledged: 0, pulls: 0, epochs: 0, connections: 0 }
  const one = <T>(of: readonly T[]) => of[Math.floor(chance() * of.length)] as T
  let client: MqttClient | null = null
  let line = { epoch: newEpoch(), previous: null as Previous | null, applied: 0, mark: null as string | null }
  let answered: () => void = () => {}
  let pullId = 0

  const hear = ({ epoch, standing, current, applied, mark }: Ack) => {
    if (standing === "reset" || standing === "fenced")
      line = {
        epoch: newEpoch(),
        previous: current === null ? null : { epoch: current, last: applied, carried: 0 },
        applied: 0,
        mark: null,
      }
    else if (epoch === line.epoch) {
      if (applied > line.applied) counts.acknowledged += applied - line.applied
      line = { ...line, applied, mark }
    }
    answered()
  }
  const say = async (topic: string, payload: string | Buffer, waits = false) => {
    if (client === null || !client.connected) return
    counts.messages += 1
    const answer = new Promise<void>((resolve) => {
      answered = resolve
      setTimeout(resolve, ANSWER_MS).unref()
    })
    await Promise.race([client.publishAsync(topic, payload, { qos: 1 }).catch(() => {}), answer])
    if (waits) await answer
  }
  const batch = (from: number, mark: string | null) => {
    const ops = Array.from({ length: 1 + Math.floor(chance() * OPS_MAX) }, (_, n) => {
      return { seq: from + n, mark: crypto.randomUUID(), at: new Date().toISOString(), ...draw() }
    })
    counts.operations += ops.length
    return { epoch: line.epoch, previous: line.previous, from, to: from + ops.length - 1, mark, ops }
  }
  const sendNext = async () => {
    const text = JSON.stringify(batch(line.applied + 1, line.mark))
    await say(cloud.up.topic({ storeId }), chance() < 0.5 ? gzipSync(text) : text, true)
  }
  const sendOdd = () => {
    const message = batch(one(ODD_NUMBERS) || 1, one([null, line.mark, "other"]))
    return say(cloud.up.topic({ storeId }), JSON.stringify(message))
  }
  const sendPull = () => {
    counts.pulls += 1
    pullId += 1
    const after = one(ODD_NUMBERS)
    const session = one(ODD_NUMBERS)
    const { epoch, previous } = line
    const told = { made: one(ODD_NUMBERS), acked: one(ODD_NUMBERS) }
    const pull = { epoch, previous, after, mark: one([null, "other"]), session, id: pullId, told }
    return say(cloud.pull.topic({ storeId }), JSON.stringify(pull), true)
  }
  const beginEpoch = () => {
    counts.epochs += 1
    const previous = one([
      null,
      { epoch: line.epoch, last: one([line.applied, ...ODD_NUMBERS]), carried: one(ODD_NUMBERS) },
    ])
    line = { epoch: newEpoch(), previous, applied: 0, mark: null }
    return sendPull()
  }
  const sendNoise = () => {
    const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(chance() * 256)))
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, 32))
    const topic = one([cloud.up, cloud.pull, cloud.state])
    return say(topic.topic({ storeId }), one([noise, gzipSync(noise), bomb, Buffer.from('{"epoch":1}')]))
  }
  const sendForeign = () => say(cloud.up.topic({ storeId: one(["0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77", "+"]) }), "{}")
  return {
    counts,
    async connect(url) {
      client?.end(true)
      const clientId = cloud.storeClientId(storeId)
      client = await callBroker(url, { clientId, username: storeId, password })
      counts.connections += 1
      client.on("message", (topic, payload) => {
        if (cloud.ack.parse(topic) || cloud.down.parse(topic)) hear(JSON.parse(payload.toString()))
      })
      await client.subscribeAsync([cloud.ack.topic({ storeId }), cloud.down.topic({ storeId })], { qos: 1 })
    },
    async attack() {
      const drawn = chance()
      if (drawn < 0.7) return sendNext()
      if (drawn < 0.8) return sendOdd()
      if (drawn < 0.9) return sendPull()
      if (drawn < 0.94) return beginEpoch()
      if (drawn < 0.995) return sendNoise()
      return sendForeign()
    },
  }
}

function newEpoch(): string {
  return crypto.randomUUID()
}
