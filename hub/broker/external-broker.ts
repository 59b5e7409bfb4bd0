/** Sync's wire over an external broker: several hub processes share what the stores say, each hears its own replies. */

import { hubClientId, reply } from "../../protocol/mqtt/cloud.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { connectMqtt, type MqttConnection, withoutLogin } from "../../runtime/mqtt/client.ts"
import type { Wire } from "../sync/index.ts"

/** One of the hub's processes gets each message; the store's row lock gives the order. */
const SHARED = "$share/hub/"
/** A process that stands still is given its part of what the stores say until the broker notices: after half as long again. */
const KEEPALIVE_SECONDS = 5
/** The hub's processes are few, and every store waits for them. */
const BACKOFF_MAX_MS = 5_000

export interface ExternalWire extends Wire, Part {
  isUp(): boolean
}

interface Listening {
  readonly filter: string
  readonly listen: (topic: string, payload: Uint8Array) => void
}

/** Listeners are gathered before `start`: the link is up only once all of them are granted. */
export function createExternalWire({ url, hubId, log }: { url: string; hubId: string; log: Log }): ExternalWire {
  const heard: Listening[] = []
  const own = reply.filter({ hubId })
  let speaker: MqttConnection | null = null
  let up = false
  return {
    name: "broker",
    isShared: true,
    isUp: () => up,
    async subscribe(filter, listen) {
      heard.push({ filter, listen })
    },
    async publish(topic, payload) {
      if (!speaker?.publish(topic, payload)) throw new Error("the broker is not connected")
    },
    start() {
      speaker = connectMqtt({
        url: withoutLogin(url),
        clientId: hubClientId(hubId),
        ...readLogin(url),
        filters: heard.map(({ filter }) => (filter === own ? filter : SHARED + filter)),
        onUp: () => {
          up = true
        },
        onDown: () => {
          up = false
        },
        onMessage: (topic, payload) => {
          for (const { filter, listen } of heard) if (matches(filter, topic)) listen(topic, payload)
        },
        chance: Math.random,
        keepaliveSeconds: KEEPALIVE_SECONDS,
        backoffMaxMs: BACKOFF_MAX_MS,
        log,
      })
      speaker.start()
    },
    stop: async () => speaker?.stop(),
  }
}

function readLogin(url: string): { username: string; password: string } {
  const { username, password } = new URL(url)
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

function matches(filter: string, topic: string): boolean {
  const [wanted, given] = [filter.split("/"), topic.split("/")]
  return wanted.length === given.length && wanted.every((part, index) => part === "+" || part === given[index])
}
