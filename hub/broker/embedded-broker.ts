/** The hub's embedded MQTT broker. Each box logs in with its own credential and may use only its store's topics. */
import { createAccess } from "../../protocol/mqtt/access.ts"
import { cloudChannels, storeClientId, storeParty } from "../../protocol/mqtt/cloud.ts"
import { MESSAGE_BYTES_MAX } from "../../protocol/sync/limits.ts"
import type { Log } from "../../runtime/log.ts"
import { type Broker, createBroker } from "../../runtime/mqtt/broker.ts"

const CONNECTIONS_MAX = 10_000

export interface UplinkBrokerDeps {
  /** Whether the password is the credential of the store's box. */
  readonly authenticate: (login: { storeId: string; password: string }) => Promise<boolean>
  readonly host: string
  readonly port: number
  readonly log: Log
}

export interface UplinkBroker {
  start(): Promise<{ port: number }>
  /** Sync publishes and subscribes inside the process. Both may be called only after `start`. */
  publish: Broker["publish"]
  subscribe: Broker["subscribe"]
  connections(): number
  /** Closes the connection of a store's box, because its credential is no longer valid. */
  disconnect(storeId: string): void
  stop(): Promise<void>
}

export function createUplinkBroker(deps: UplinkBrokerDeps): UplinkBroker {
  let broker: Broker | null = null
  const running = () => {
    if (broker === null) throw new Error("the broker is not running")
    return broker
  }
  return {
    async start() {
      broker = await createBroker({
        authenticate: async ({ clientId, username, password }) => {
          if (clientId !== storeClientId(username)) return null
          return (await deps.authenticate({ storeId: username, password })) ? storeParty(username) : null
        },
        access: createAccess(cloudChannels),
        payloadMaxBytes: MESSAGE_BYTES_MAX,
        connectionsMax: CONNECTIONS_MAX,
        connectionsOfLoginMax: 1,
        log: deps.log,
      })
      return { port: await broker.listen(deps.host, deps.port) }
    },
    publish: async (topic, payload) => running().publish(topic, payload),
    subscribe: async (filter, listen) => running().subscribe(filter, listen),
    connections: () => broker?.connections() ?? 0,
    disconnect: (storeId) => broker?.disconnect(storeClientId(storeId)),
    async stop() {
      await broker?.close()
      broker = null
    },
  }
}
