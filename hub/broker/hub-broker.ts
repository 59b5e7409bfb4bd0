/** The broker between hub and boxes: embedded, or an external one; what main needs of either. */
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { withoutLogin } from "../../runtime/mqtt/client.ts"
import type { HubConfig } from "../config.ts"
import { authenticateBox, type BrokerAddress } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import type { Wire } from "../sync/index.ts"
import { createUplinkBroker, type UplinkBroker } from "./embedded-broker.ts"
import { createExternalWire, type ExternalWire } from "./external-broker.ts"
import { putLogin } from "./mosquitto-logins.ts"

interface HubBrokerDeps {
  readonly store: HubStore
  readonly hubId: string
  readonly log: Log
}

type BrokerConfig = Pick<HubConfig, "host" | "mqtt" | "mqttPort" | "mqttLogins">

/** How sync speaks over it, where boxes find it, and which part starts before the other. */
export interface HubBroker {
  readonly wire: Wire
  readonly address: () => BrokerAddress
  readonly url: () => string
  readonly isUp: () => boolean
  readonly disconnect: (storeId: string) => void
  readonly partsWith: (sync: Part) => Part[]
}

export function createHubBroker(around: HubBrokerDeps, config: BrokerConfig): HubBroker {
  return config.mqtt === null ? embedded(around, config) : external(config.mqtt, config.mqttLogins, around)
}

function embedded({ store, log }: HubBrokerDeps, { host, mqttPort }: BrokerConfig): HubBroker {
  let port: number | null = null
  const broker: UplinkBroker = createUplinkBroker({
    authenticate: (login) => authenticateBox(store, login),
    host,
    port: mqttPort,
    log,
  })
  const part: Part = {
    name: "broker",
    start: async () => {
      port = (await broker.start()).port
    },
    stop: async () => {
      port = null
      await broker.stop()
    },
  }
  return {
    wire: broker,
    address: () => ({ mqttPort: port, mqttUrl: null }),
    url: () => `mqtt://127.0.0.1:${port ?? mqttPort}`,
    isUp: () => port !== null,
    disconnect: broker.disconnect,
    partsWith: (sync) => [part, sync],
  }
}

function external(url: string, logins: string | null, { hubId, log }: HubBrokerDeps): HubBroker {
  const wire: ExternalWire = createExternalWire({ url, hubId, log })
  const address = withoutLogin(url)
  return {
    wire,
    address: () => ({
      mqttPort: null,
      mqttUrl: address,
      ...(logins !== null && { admit: (storeId, password) => putLogin(logins, { name: storeId, password }) }),
    }),
    url: () => address,
    isUp: wire.isUp,
    // The external broker asks nobody: the old box stays connected there, and its epoch is fenced all the same.
    disconnect: () => {},
    partsWith: (sync) => [sync, wire],
  }
}
