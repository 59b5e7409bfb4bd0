/** Connects sync to an external broker. Hub processes share the stores' messages; each receives the replies to its own. */

import { hubClientId, reply } from "../../protocol/mqtt/cloud.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { connectMqtt, type MqttConnection, withoutLogin } from "../../runtime/mqtt/client.ts"
import type { Wire } from "../sync/index.ts"

/** Each message goes to one of the hub's processes. The lock on the store's row keeps their order. */
const SHARED = "$share/hub/"
/** The broker sends messages to a hung process until it notices, which takes 1.5 times this long. */
const KEEPALIVE_SECONDS = 5
/** Short, because every store waits for the few processes of the hub. */
const BACKOFF_MAX_MS = 5_000

export interface ExternalWire extends Wire, Part {
  isUp(): boolean
}

interface Subscription {
  readonly filter: string
  readonly listen: (topic: string, payload: Uint8Array) => void
}

/** Call `subscribe` before `start`: the connection counts as up once the broker has granted all subscriptions. */
export function createExternalWire({ url, hubId, log }: { url: string; hubId: string; log: Log }): ExternalWire {
  const subscriptions: Subscription[] = []
  const own = reply.filter({ hubId })
  let connection: MqttConnection | null = null
  let up = false
  return {
    name: "broker",
    isShared: true,
    isUp: () => up,
    async subscribe(filter, listen) {
      subscriptions.push({ filter, listen })
    },
    async publish(topic, payload) {
      if (!connection?.publish(topic, payload)) throw new Error("the broker is not connected")
    },
    start() {
      connection = connectMqtt({
        url: withoutLogin(url),
        clientId: hubClientId(hubId),
        ...readLogin(url),
        filters: subscriptions.map(({ filter }) => (filter === own ? filter : SHARED + filter)),
        onUp: () => {
          up = true
        },
        onDown: () => {
          up = false
        },
        onMessage: (topic, payload) => {
          for (const { filter, listen } of subscriptions) if (matches(filter, topic)) listen(topic, payload)
        },
        chance: Math.random,
        keepaliveSeconds: KEEPALIVE_SECONDS,
        backoffMaxMs: BACKOFF_MAX_MS,
        log,
      })
      connection.start()
    },
    stop: async () => connection?.stop(),
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
