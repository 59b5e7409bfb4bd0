/** Checks a box's way to its hub step by step, so that the first thing that is wrong is the one that is told. */
import { isIP } from "node:net"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import type { Probes } from "./network-probes.ts"

/** A clock that is so far off numbers documents with a wrong time, and certificates fail. */
const CLOCK_BAD_MS = 5 * 60_000
const CLOCK_WARNING_MS = 30_000
const MQTT_PORTS: Readonly<Record<string, number>> = { "mqtt:": 1883, "mqtts:": 8883 }

export interface Ways {
  readonly hub: string | null
  /** Known once the box was claimed, or as the operator says. */
  readonly mqtt: string | null
  readonly isLinked: boolean
  readonly nowMs: number
}

export async function checkNetwork(ways: Ways, probes: Probes): Promise<SetupCheck[]> {
  const heard = ways.hub === null ? null : await probes.asks(new URL("/healthz", ways.hub).href)
  return [
    checkLan(probes),
    await checkNames(ways, probes),
    checkHub(ways, heard),
    await checkMqtt(ways, probes),
    checkClock(ways, heard),
  ]
}

type Heard = Awaited<ReturnType<Probes["asks"]>> | null

function checkLan({ addresses }: Probes): SetupCheck {
  const [address] = addresses()
  if (address === undefined) return { check: "lan", is: "bad", cause: "LAN_NO_ADDRESS", facts: {} }
  return { check: "lan", is: "good", cause: "LAN_OK", facts: { address } }
}

async function checkNames({ hub }: Ways, { resolves }: Probes): Promise<SetupCheck> {
  const host = hub === null ? null : new URL(hub).hostname.replace(/^\[|\]$/g, "")
  if (host === null || isIP(host) !== 0) return { check: "names", is: "good", cause: "NAMES_NOT_NEEDED", facts: {} }
  const facts = { host }
  if (await resolves(host)) return { check: "names", is: "good", cause: "NAMES_OK", facts }
  return { check: "names", is: "bad", cause: "NAMES_FAIL", facts }
}

const HUB_FAULTS = { refused: "HUB_REFUSES", silent: "HUB_SILENT", certificate: "HUB_CERTIFICATE" } as const

function checkHub({ hub }: Ways, heard: Heard): SetupCheck {
  if (hub === null || heard === null) return { check: "hub", is: "bad", cause: "HUB_NOT_SET", facts: {} }
  const facts = { hub: new URL(hub).origin }
  if (typeof heard === "string") return { check: "hub", is: "bad", cause: HUB_FAULTS[heard], facts }
  if (heard.status !== 200) {
    return { check: "hub", is: "bad", cause: "HUB_STRANGE", facts: { ...facts, status: `${heard.status}` } }
  }
  return { check: "hub", is: "good", cause: "HUB_OK", facts }
}

async function checkMqtt({ mqtt, isLinked }: Ways, { opens }: Probes): Promise<SetupCheck> {
  if (isLinked) return { check: "mqtt", is: "good", cause: "MQTT_LINKED", facts: {} }
  if (mqtt === null) return { check: "mqtt", is: "waiting", cause: "MQTT_UNKNOWN", facts: {} }
  const url = new URL(mqtt)
  const port = Number(url.port || MQTT_PORTS[url.protocol] || 1883)
  const facts = { address: `${url.hostname}:${port}` }
  const how = await opens(url.hostname.replace(/^\[|\]$/g, ""), port)
  if (how === "open") return { check: "mqtt", is: "waiting", cause: "MQTT_OK", facts }
  return { check: "mqtt", is: "bad", cause: how === "refused" ? "MQTT_REFUSES" : "MQTT_SILENT", facts }
}

function checkClock({ nowMs }: Ways, heard: Heard): SetupCheck {
  const dateMs = heard !== null && typeof heard !== "string" ? heard.dateMs : null
  if (dateMs === null) return { check: "clock", is: "warning", cause: "CLOCK_UNKNOWN", facts: {} }
  const off = Math.abs(nowMs - dateMs)
  const facts = { seconds: `${Math.round(off / 1_000)}` }
  if (off < CLOCK_WARNING_MS) return { check: "clock", is: "good", cause: "CLOCK_OK", facts }
  return { check: "clock", is: off < CLOCK_BAD_MS ? "warning" : "bad", cause: "CLOCK_OFF", facts }
}
