/** Chooses the broker between hub and boxes (embedded or external) and gives both one interface. */
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

export interface HubBroker {
  readonly wire: Wire
  readonly address: () => BrokerAddress
  readonly url: () => string
  readonly isUp: () => boolean
  readonly disconnect: (storeId: string) => void
  /** Broker and sync in the order in which they must start. */
  readonly partsWith: (sync: Part) => Part[]
}

export function createHubBroker(deps: HubBrokerDeps, config: BrokerConfig): HubBroker {
  return config.mqtt === null ? embedded(deps, config) : external(config.mqtt, config.mqttLogins, deps)
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
    // The hub cannot disconnect clients of an external broker. The old box stays connected, but its epoch is fenced.
    disconnect: () => {},
    partsWith: (sync) => [sync, wire],
  }
}
