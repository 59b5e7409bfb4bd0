/** A real Mosquitto with the files that operators get, and callers at it. */
import type { ChildProcess } from "node:child_process"
import { readFileSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { MqttClient } from "mqtt"
import { putLogin } from "../../hub/broker/mosquitto-logins.ts"
import { productRoot } from "../../runtime/root.ts"
import { callBroker } from "./call-broker.ts"
import { findMosquitto } from "./mosquitto.ts"
import { freePorts } from "./ports.ts"
import { tempDir, whenOver } from "./temp.ts"
import { startWatched } from "./watched-process.ts"

const FOLDER = join(productRoot(), "installer", "broker")
const HUB = { name: "hub", password: "hub-secret" }
const LOOK_EVERY_MS = 20

interface Entering {
  readonly name: string
  readonly password: string
  readonly clientId?: string
}

/** The files as they are shipped, but for the places that a test may not use. A changed file of logins is read at once, as the path unit has it. */
export async function startShippedBroker() {
  const folder = tempDir()
  const [stores = 0, hubs = 0] = await freePorts(2)
  const logins = join(folder, "logins")
  putLogin(logins, HUB)
  const config = shippedFile("mosquitto.conf")
    .replace("/var/lib/brasa-broker/logins", logins)
    .replace("/etc/mosquitto/brasa.acl", join(FOLDER, "mosquitto.acl"))
    .replace("listener 1883", `listener ${stores} 127.0.0.1`)
    .replace("listener 1885 127.0.0.1", `listener ${hubs} 127.0.0.1`)
  writeFileSync(join(folder, "mosquitto.conf"), `${config}\nuser root\n`)
  const child = startWatched(findMosquitto(), ["-c", join(folder, "mosquitto.conf")])
  const watching = watch(folder, () => child.kill("SIGHUP"))
  whenOver(() => end(child, () => watching.close()))
  const hubUrl = `mqtt://${HUB.name}:${HUB.password}@127.0.0.1:${hubs}`
  await until(async () => (await tryLogin(hubUrl, HUB)) === "in")
  return { logins, hub: HUB, hubUrl, storeUrl: `mqtt://127.0.0.1:${stores}` }
}

export async function enterBroker(url: string, { name, password, clientId }: Entering): Promise<MqttClient> {
  return callBroker(url, { username: name, password, ...(clientId && { clientId }) })
}

export async function tryLogin(url: string, login: Entering | null): Promise<"in" | "refused"> {
  try {
    const client = await callBroker(url, login ? { username: login.name, password: login.password } : {})
    await client.endAsync(true)
    return "in"
  } catch {
    return "refused"
  }
}

export function shippedFile(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8")
}

async function end(child: ChildProcess, before: () => void): Promise<void> {
  before()
  const ended = new Promise((resolve) => child.once("exit", resolve))
  if (child.exitCode !== null) return
  child.kill("SIGKILL")
  await ended
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
