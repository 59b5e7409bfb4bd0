/** The hubs of a fleet's run and what they stand on: SQLite and their own broker, or PostgreSQL and Mosquitto; all on loopback. */
import type { ChildProcess } from "node:child_process"
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { putLogin } from "../../hub/broker/mosquitto-logins.ts"
import { productRoot } from "../../runtime/root.ts"
import { PRODUCT, type Running, scratch, start, untilWell } from "../bench/processes.ts"
import { findMosquitto } from "../kit/mosquitto.ts"
import { freePorts } from "../kit/ports.ts"
import { startPostgres } from "../kit/start-postgres.ts"
import { startWatched } from "../kit/watched-process.ts"
import { type Claimed, claimStores, type Database } from "./claim-stores.ts"
import type { FleetPlace } from "./fleet-store.ts"
import type { FleetOptions } from "./options.ts"

const HOST = "127.0.0.1"
const LOOK_EVERY_MS = 20
const HUB_LOGIN = { name: "hub", password: "fleet" }
const FOR_ALL = 0o644

export interface HubProcess {
  readonly url: string
  running(): Running
}

export interface Servers {
  readonly hubs: readonly HubProcess[]
  /** Where the stores come in. */
  readonly mqttUrl: string
  readonly where: Database
  readonly claimed: Claimed
  /** Everybody's connection ends; the embedded broker goes with its hub. */
  restartBroker(): Promise<void>
  stop(): Promise<void>
}

type Wanted = Pick<FleetOptions, "stores" | "hubs" | "interval">

export function openServers(wanted: Wanted): Promise<Servers> {
  return wanted.hubs === 1 ? onSqlite(wanted) : onPostgres(wanted)
}

async function onSqlite(wanted: Wanted): Promise<Servers> {
  const where = { data: scratch(), database: null, secretKey: null }
  const claimed = await claimStores(where, wanted)
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const hub = await startProcess(["--data", where.data, "--port", `${port}`, "--mqtt-port", `${mqttPort}`], port)
  return {
    ...{ hubs: [hub], mqttUrl: `mqtt://${HOST}:${mqttPort}`, where, claimed },
    async restartBroker() {
      await hub.running().kill()
      await hub.again()
    },
    stop: () => hub.running().kill(),
  }
}

async function onPostgres(wanted: Wanted): Promise<Servers> {
  const postgres = await startPostgres()
  try {
    const where = { data: scratch(), database: postgres.url, secretKey: "1".repeat(64) }
    const claimed = await claimStores(where, wanted)
    const broker = await startMosquitto(claimed.places)
    const ports = await freePorts(wanted.hubs)
    const login = `${HUB_LOGIN.name}:${HUB_LOGIN.password}@`
    const shared = ["--database", postgres.url, "--mqtt", `mqtt://${login}${HOST}:${broker.hubPort}`]
    const hubs = await Promise.all(
      ports.map((port) =>
        startProcess(["--data", scratch(), "--port", `${port}`, ...shared, "--secret-key", where.secretKey], port),
      ),
    )
    return {
      ...{ hubs, mqttUrl: `mqtt://${HOST}:${broker.storePort}`, where, claimed },
      restartBroker: broker.restart,
      async stop() {
        await Promise.all(hubs.map((hub) => hub.running().kill()))
        await broker.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function startProcess(args: readonly string[], port: number): Promise<HubProcess & { again(): Promise<void> }> {
  const open = () => start(PRODUCT, ["hub", "--host", HOST, ...args], { env: { BRASA_LOG_LEVEL: "warn" } })
  let running = open()
  await untilWell(port, running)
  return {
    url: `http://${HOST}:${port}`,
    running: () => running,
    async again() {
      running = open()
      await untilWell(port, running)
    },
  }
}

/** As `installer/broker` has it: each store with its own login, and the hubs on a listener of theirs. */
async function startMosquitto(places: readonly FleetPlace[]) {
  const [storePort = 0, hubPort = 0] = await freePorts(2)
  const folder = scratch()
  const [conf, logins, acl] = ["mosquitto.conf", "logins", "mosquitto.acl"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  copyFileSync(join(productRoot(), "installer", "broker", "mosquitto.acl"), acl)
  writeLogins(logins, places)
  const listeners = `listener ${storePort} ${HOST}\nuse_username_as_clientid true\nlistener ${hubPort} ${HOST}\n`
  const limits = "max_packet_size 786432\nmax_inflight_messages 100\nmax_queued_messages 1000\npersistence false\n"
  const own = `user ${process.getuid?.() === 0 ? "root" : ""}\n`
  writeFileSync(conf, `allow_anonymous false\npassword_file ${logins}\nacl_file ${acl}\n${limits}${own}${listeners}`)
  const open = async () => {
    const child = startWatched(findMosquitto(), ["-c", conf])
    process.once("exit", () => child.kill("SIGKILL"))
    while (!(await answers(storePort))) {
      if (child.exitCode !== null) throw new Error("Mosquitto has ended")
      await pause(LOOK_EVERY_MS)
    }
    return child
  }
  let child = await open()
  return {
    storePort,
    hubPort,
    async restart() {
      await end(child)
      child = await open()
    },
    stop: () => end(child),
  }
}

/** One of them by the hub's own way; each line is as long as it takes, and a file of thousands is written once. */
function writeLogins(file: string, places: readonly FleetPlace[]): void {
  const part = `${file}.part`
  const lines = [{ name: HUB_LOGIN.name, password: HUB_LOGIN.password }, ...places.map(asLogin)].map((login) => {
    writeFileSync(part, "")
    putLogin(part, login)
    return readFileSync(part, "utf8")
  })
  writeFileSync(file, lines.join(""))
  chmodSync(file, FOR_ALL)
}

function asLogin({ storeId, credential }: FleetPlace) {
  return { name: storeId, password: credential }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await ended
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.end())
  })
}
